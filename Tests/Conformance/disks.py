"""Places for a data directory that run full, or that cannot be written to."""

import os
import resource
import stat
import sys

import children


def _run(*command):
    return children.run(command)


def can_mount(directory):
    """Whether this user can mount here: root outside of a sandbox can."""
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        return False
    directory.mkdir()
    if _run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", directory).returncode:
        return False
    return _run("umount", directory).returncode == 0


class SmallDisk:
    """A file system of 24 MiB of its own that another file on it fills."""

    def __init__(self, directory):
        self.directory = directory
        directory.mkdir()
        mounted = _run("mount", "-t", "tmpfs", "-o", "size=24m,mode=700", "tmpfs", directory)
        assert mounted.returncode == 0, mounted.stderr
        self._filler = directory / "filler"

    def fill(self, server, but=200 * 1024):
        """Leaves so many bytes."""
        free = os.statvfs(self.directory)
        with open(self._filler, "ab") as filler:
            filler.write(bytes(max(0, free.f_bavail * free.f_frsize - but)))

    def free(self, server):
        self._filler.unlink()

    def remove(self):
        _run("umount", "--lazy", self.directory)


class SmallQuota:
    """A limit on the size of a process's files. It has to ignore SIGXFSZ, or the first write beyond it ends it."""

    def __init__(self, directory):
        self.directory = directory
        directory.mkdir()

    def fill(self, server, but=200 * 1024):
        """Leaves so many bytes to the largest file."""
        files = [server.log, *(path for path in self.directory.rglob("*") if path.is_file())]
        self._limit(server, max(path.stat().st_size for path in files) + but)

    def free(self, server):
        self._limit(server, resource.RLIM_INFINITY)

    @staticmethod
    def _limit(server, size):
        _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, hard))

    def remove(self):
        pass


class ReadOnlyFile:
    """A file that cannot be written to until it is released. Modes do not keep root from it; mounts do."""

    @staticmethod
    def is_possible(probe):
        return os.geteuid() != 0 or can_mount(probe)

    def __init__(self, path):
        self.path = path
        self._mode = stat.S_IMODE(path.stat().st_mode)
        if os.geteuid() == 0:
            for options in (["--bind", path, path], ["-o", "remount,bind,ro", path]):
                mounted = _run("mount", *options)
                assert mounted.returncode == 0, mounted.stderr
        else:
            path.chmod(0o400)

    def release(self):
        if os.geteuid() == 0:
            # Lazy: the server may have it open.
            _run("umount", "--lazy", self.path)
        else:
            self.path.chmod(self._mode)
