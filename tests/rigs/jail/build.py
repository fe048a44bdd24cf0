"""Builds the folder of the logger jail: one shim under many names, copies of real shells and coreutils, nothing else (S195)."""

import os
import re
import shutil
import subprocess
from pathlib import Path

SHELLS = ("bash", "dash", "zsh")


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_COREUTILS = _names("""
[ arch b2sum base32 base64 basename basenc cat chcon chgrp chmod chown chroot cksum comm cp csplit cut date dd df dir
dircolors dirname du echo env expand expr factor false fmt fold groups head hostid id install join link ln logname ls
md5sum mkdir mkfifo mknod mktemp mv nice nl nohup nproc numfmt od paste pathchk pinky pr printenv printf ptx pwd
readlink realpath rm rmdir runcon seq sha1sum sha224sum sha256sum sha384sum sha512sum shred shuf sleep sort split stat
stdbuf stty sum sync tac tail tee test timeout touch tr true truncate tsort tty uname unexpand uniq unlink users vdir
wc who whoami yes
""")
# Names that exist and do nothing but say that they were started.
_EMPTY = _names("""
alias apt apt-get ar as at awk batch bg bun bunx busybox bwrap bzip2 cargo cc cd chrt clang cmake cmd code command composer
cpio crontab curl deno diff doas docker ed emacs entr ex fc fd fg file find firejail fish flock ftp fuser g++ gawk gcc
gdb getopts gh git git-push gmake go gpg grep gunzip gzip hash helm ionice ip jobs java journalctl jq kill killall ksh kubectl
less lftp ln ltrace lua make man mawk mount mksh more mysql nano nc ncat netcat node nodemon npm npx nsenter nvim openssl
parallel patch perl php pip pip3 pkexec pkill pnpm podman poetry ps psql pwsh pytest python python2 python3 rbash rclone
read reboot rg rsync ruby run-parts runuser rustc scp screen script sed service setpriv setsid sftp sg shutdown socat
source sqlite3 ssh strace su sudo svn systemctl systemd-run tar taskset tclsh telnet terraform time tmux top toybox type
ulimit umask umount unbuffer unshare unxz unzip uv uvx vi view vim visudo wait watch wget which xargs xz yarn zip
""")
_STDBUF = Path("/usr/libexec/coreutils/libstdbuf.so")  # loaded by `stdbuf` into what it starts
_LIBRARY = re.compile(r"(?:=> )?(/[^ ]+) \(0x")


class CannotBuild(Exception):
    """Something that the jail is made of is missing; the text says what."""


def build(folder: Path) -> None:
    """Fills an empty folder that belongs to root. Raises CannotBuild without a compiler or a shell."""
    folder.chmod(0o755)
    for name in ("bin", "usr/bin", "real", "dev", "proc", "w", "tmp", "home"):
        (folder / name).mkdir(parents=True)
    _compile(folder / "shim")
    for name in (*SHELLS, *_COREUTILS):
        _copy_program(name, folder)
    shutil.copy2(folder / "real" / "dash", folder / "real" / "sh")
    if _STDBUF.exists():
        (folder / _STDBUF.relative_to("/")).parent.mkdir(parents=True)
        shutil.copy2(_STDBUF, folder / _STDBUF.relative_to("/"))
    for name in (*SHELLS, "sh", "ash", *_COREUTILS, *_EMPTY):
        for place in ("bin", "usr/bin"):
            link = folder / place / name
            if not link.is_symlink():
                link.symlink_to("/shim")
    for name, mode in (("log", 0o666), ("out", 0o666), ("text", 0o644), ("dev/null", 0o666)):
        (folder / name).touch()
        (folder / name).chmod(mode)
    for name, target in (("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")):
        (folder / "dev" / name).symlink_to(f"/proc/self/fd{target}")


def _compile(target: Path) -> None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        raise CannotBuild("there is no C compiler")
    source = Path(__file__).with_name("shim.c")
    argv = [compiler, "-O1", "-static", "-o", str(target), str(source)]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise CannotBuild(f"the shim does not compile: {done.stderr[-300:]}")


def _copy_program(name: str, folder: Path) -> None:
    found = shutil.which(name, path="/bin:/usr/bin")
    if found is None:
        if name in SHELLS:
            raise CannotBuild(f"`{name}` is not installed")
        return
    shutil.copy2(os.path.realpath(found), folder / "real" / name)
    named = subprocess.run(["ldd", found], capture_output=True, text=True, check=False).stdout
    for library in _LIBRARY.findall(named):
        target = folder / library.lstrip("/")
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(os.path.realpath(library), target)
