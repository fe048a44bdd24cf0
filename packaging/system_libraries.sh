#!/bin/sh
# Installs the system libraries that Qt needs, where a package manager is at hand and they are missing.
# With --screen also a virtual screen (Xvfb), and what the jail and the containment of the command tests are built of. Needs root or sudo only if something is missing.
set -eu
screen=${1:-}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; elif command -v sudo >/dev/null 2>&1; then sudo "$@"; else
    echo "qodev: please install these yourself: $*" >&2
    return 1
  fi
}

debian() {
  wanted="python3-venv libegl1 libgl1 libxkbcommon0 libxkbcommon-x11-0 libdbus-1-3 libfontconfig1 libxcb-cursor0 \
libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-shape0 libxcb-xinerama0 \
libxcb-xkb1 fonts-dejavu-core"
  [ "$screen" = "--screen" ] && wanted="$wanted xvfb xauth fonts-noto-cjk gcc libc6-dev zsh bubblewrap"
  missing=""
  for package in $wanted; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q "ok installed" || missing="$missing $package"
  done
  [ -z "$missing" ] && return 0
  as_root apt-get update -qq
  # shellcheck disable=SC2086  # a list of names
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
}

fedora() {
  wanted="mesa-libEGL mesa-libGL libxkbcommon libxkbcommon-x11 dbus-libs fontconfig xcb-util-cursor xcb-util-wm \
xcb-util-image xcb-util-keysyms xcb-util-renderutil dejavu-sans-fonts dejavu-sans-mono-fonts"
  [ "$screen" = "--screen" ] && wanted="$wanted xorg-x11-server-Xvfb xauth google-noto-sans-cjk-fonts bubblewrap"
  # shellcheck disable=SC2086  # a list of names
  rpm -q $wanted >/dev/null 2>&1 || as_root dnf install -y -q $wanted
}

if command -v apt-get >/dev/null 2>&1; then debian
elif command -v dnf >/dev/null 2>&1; then fedora
fi
