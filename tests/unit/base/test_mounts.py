"""Which file system a folder lies on."""

from pathlib import Path

import pytest

from qodev.base.mounts import _from_mounts, filesystem_of, is_network_type

MOUNTS = """\
22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw
40 22 0:35 / /home rw shared:1 - nfs4 server:/home rw
41 40 0:36 / /home/me/local\\040disk rw - btrfs /dev/sdb rw
42 22 0:37 / /media/share rw - cifs //server/share rw
43 42 0:38 / /media/share rw - tmpfs tmpfs rw
broken line
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/etc", "ext4"),
        ("/home/me", "nfs4"),
        ("/home/me/local disk/x", "btrfs"),
        ("/homes", "ext4"),
        ("/media/share/x", "tmpfs"),
    ],
)
def test_longest_mount_point_decides_and_the_last_covers(path: str, kind: str):
    assert _from_mounts(Path(path), MOUNTS) == kind


@pytest.mark.parametrize("kind", ["nfs", "NFS4", "cifs", "smb3", "fuse.sshfs", "9p", "remote"])
def test_network_types(kind: str):
    assert is_network_type(kind)


@pytest.mark.parametrize("kind", ["", "ext4", "btrfs", "tmpfs", "overlay", "apfs", "fuse.ntfs-3g", "fuseblk"])
def test_local_types(kind: str):
    assert not is_network_type(kind)


def test_filesystem_of_a_real_folder_is_told(tmp_path: Path):
    assert filesystem_of(tmp_path)
