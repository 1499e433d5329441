"""Writing: a file is there whole or not at all, and nothing else is left behind.

The bytes go to a file without a name in the same folder (or, where the file system has none, to a hidden one), and get
their name when they are safely on disk; a program killed on the way leaves what was there before.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

from camelrules.door.diagnostics import RulesError, fail
from camelrules.door.reading import MAX_BYTES, is_file, was_read

_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
# So many former versions of a file are kept beside it before somebody has to tidy up.
_COPIES = 1000
_PART = re.compile(r"\.camelrules-(\d+)-[a-z0-9_]+\.part")
# Where a file without a name cannot be made for one of these reasons, a hidden one cannot either.
_FINAL = (errno.ENOENT, errno.EACCES, errno.ENOTDIR, errno.ENOSPC, errno.EDQUOT, errno.EROFS)


def write_whole(path: Path | str, content: str | bytes) -> None:
    """Writes a file, in place of the one of that name if there is one."""
    with writing(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


def write_new(path: Path | str, content: str | bytes, like: Path | None = None) -> None:
    """Writes a file that must not be there yet, so that nothing a person edited is ever written over.

    A copy of a file (`like`) may be read by the same people.
    """
    target = Path(path)
    with _errors(target), _temporary(target.parent) as (file, name):
        file.write(content.encode() if isinstance(content, str) else content)
        _settle(file)
        if like is not None and (mode := _mode(like)) is not None:
            os.fchmod(file.fileno(), stat.S_IMODE(mode))
        try:
            name(target, False)
        except FileExistsError:
            raise fail("exists", f"`{target}` is there already", None, "edit it, or move it away first") from None


def replace_kept(path: Path | str, before: bytes, after: bytes) -> Path:
    """Writes a file anew that was read before; returns the name of the copy that keeps what stood there."""
    target = Path(os.path.realpath(path))
    # Who may write anything may write this too, but whoever took the permission away did not want it changed.
    if not stat.S_IMODE(_mode(target) or 0) & _WRITABLE:
        raise fail("unwritable", f"cannot write `{path}`: it is read-only", None, "make it writable, or fix a copy")
    copy = _kept(target, before)
    try:
        with writing(target) as file:
            file.write(after)
            # The last moment at which somebody else's change can still be seen.
            if target.read_bytes() != before:
                raise fail("changed", f"`{path}` was changed meanwhile", None, "nothing was written: check it again")
    except BaseException:
        copy.unlink(missing_ok=True)
        raise
    return copy


def _kept(target: Path, content: bytes) -> Path:
    """A copy under the first name that is free: `rules.txt.bak`, `rules.txt.2.bak`."""
    for number in range(1, _COPIES):
        copy = target.with_name(f"{target.name}.{number}.bak" if number > 1 else f"{target.name}.bak")
        if not os.path.lexists(copy):
            write_new(copy, content, target)
            return copy
    raise fail("exists", f"`{target}` has {_COPIES - 1} copies already", None, "remove those that you do not need")


def keep(path: Path, content: str | bytes) -> bool:
    """Writes what only saves time later; without a place to write, nothing is lost."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Nobody reads a pipe that stands where a kept file should be; whoever opened it would wait for ever.
        if (mode := _mode(path)) is not None and not stat.S_ISREG(mode):
            return False
        write_whole(path, content)
    except (RulesError, OSError):
        return False
    return True


def make_folder(path: Path) -> None:
    """A folder, with those above it, or one message."""
    with _errors(path):
        path.mkdir(parents=True, exist_ok=True)


@contextmanager
def output(path: Path | str) -> Iterator[IO[bytes]]:
    """The file that a user named for an answer; never one of the files that the answer was made from."""
    _no_input(path)
    with writing(path) as file:
        yield file
        # A batch is read while its answers are written.
        _no_input(path)


def outputs(files: Mapping[Path, bytes], beside: Callable[[bytes], bool]) -> None:
    """The file that a user named, the first, with those that belong to it: all of them or none.

    Nobody named the others: one that is there already is replaced only where `beside` knows it for one of ours.
    """
    for path in files:
        _no_input(path)
    for path in list(files)[1:]:
        if os.path.lexists(path) and not (is_file(path) and _small(path) and beside(path.read_bytes())):
            message = f"`{path}` is there already, and was not written by this program"
            raise fail("exists", message, None, "name another file for the output, or move it away first")
    with ExitStack() as whole:
        # Whatever can go wrong, most of all a full disk, goes wrong before the first of them has its name.
        for path, content in files.items():
            file = whole.enter_context(writing(path))
            file.write(content)
            file.flush()


def _small(path: Path) -> bool:
    """Whether a file can be one of ours; it is no input, and is not remembered as one."""
    return path.stat().st_size <= MAX_BYTES


def _no_input(path: Path | str) -> None:
    if was_read(path):
        raise fail("input-as-output", f"`{path}` is one of the inputs", None, "name another file for the output")


@contextmanager
def writing(path: Path | str) -> Iterator[IO[bytes]]:
    """A file to write to; it has its name when the block ends well, and never existed when it does not."""
    with _errors(path):
        # A link stays a link: what it points at is replaced.
        target = Path(os.path.realpath(path))
        mode = _mode(target)
        if mode is not None and not stat.S_ISREG(mode):
            # A pipe, a terminal or /dev/null takes what comes; there is nothing to replace.
            with target.open("wb", buffering=0) as through:
                yield through
            return
        if mode is not None and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, "it is read-only")
        with _temporary(target.parent) as (file, name):
            yield file
            _settle(file)
            if mode is not None:
                os.fchmod(file.fileno(), stat.S_IMODE(mode))
            name(target, True)


def _mode(path: Path) -> int | None:
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder")
    return mode


def _settle(file: IO[bytes]) -> None:
    file.flush()
    os.fsync(file.fileno())


class _Naming:
    """Gives a finished file its name: in place of another, or only where there is none."""

    def __init__(self, folder: Path, descriptor: int, hidden: Path | None) -> None:
        self.folder, self.descriptor, self.hidden = folder, descriptor, hidden

    def __call__(self, target: Path, replace: bool) -> None:
        if self.hidden is None:
            if not replace:
                self._link(target)
                return
            hidden = _hidden_name(self.folder)
            self._link(hidden)
            self.hidden = hidden
        elif not replace:
            # Creating is the one thing that every file system does for one of two programs only.
            os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        self.hidden.replace(target)
        self.hidden = None

    def _link(self, name: Path) -> None:
        # Python follows the link only where a descriptor is given; for an absolute path the system ignores it.
        os.link(f"/proc/self/fd/{self.descriptor}", name, src_dir_fd=self.descriptor, follow_symlinks=True)


def _hidden_name(folder: Path) -> Path:
    return folder / f".camelrules-{os.getpid()}-{secrets.token_hex(6)}.part"


@contextmanager
def _temporary(folder: Path) -> Iterator[tuple[IO[bytes], _Naming]]:
    """A file in a folder that has no name yet, and what gives it one."""
    _sweep(folder)
    hidden: Path | None = None
    try:
        descriptor = os.open(folder, os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o666)
    except (AttributeError, OSError) as error:
        if isinstance(error, OSError) and error.errno in _FINAL:
            raise
        descriptor, name = tempfile.mkstemp(".part", f".camelrules-{os.getpid()}-", folder)
        hidden = Path(name)
        os.fchmod(descriptor, 0o666 & ~_umask())
    naming = _Naming(folder, descriptor, hidden)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file, naming
    finally:
        if naming.hidden is not None:
            naming.hidden.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _sweep(folder: Path) -> None:
    """Removes what a process that was killed in the instant of naming left here."""
    with contextlib.suppress(OSError):
        for path in folder.glob(".camelrules-*.part"):
            match = _PART.fullmatch(path.name)
            if match and not _alive(int(match.group(1))):
                shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


@contextmanager
def replacing_folder(target: Path) -> Iterator[Path]:
    """A folder to fill; it takes the place of `target` when the block ends well, and is gone when it does not."""
    with _errors(target):
        target = Path(os.path.realpath(target))
        target.parent.mkdir(parents=True, exist_ok=True)
        _sweep(target.parent)
        new, old = (Path(tempfile.mkdtemp(".part", f".camelrules-{os.getpid()}-", target.parent)) for _ in range(2))
        try:
            new.chmod(0o777 & ~_umask())
            yield new
            if target.exists():
                target.replace(old)
            try:
                new.replace(target)
            except OSError:
                old.replace(target)
                raise
        finally:
            shutil.rmtree(new, ignore_errors=True)
            shutil.rmtree(old, ignore_errors=True)


@contextmanager
def _errors(path: Path | str) -> Iterator[None]:
    if "\0" in str(path):
        raise fail("unwritable", f"cannot write `{str(path)[:200]}`: no file has such a name")
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        reason = error.strerror or error
        raise fail("unwritable", f"cannot write `{str(path)[:200]}`: {reason}", None, _advice(error)) from None


def _advice(error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "make room on the disk, or name another place"
    return "name another place"


def to_standard_output(text: str) -> None:
    """Prints and makes sure that it has gone out: a full disk or a closed stream is an error, not a shorter answer."""
    stream = sys.stdout
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        # The reader has gone away: not our mistake, and nobody is left to tell.
        discard_standard_output()
        sys.exit(0)
    except UnicodeEncodeError:
        data = text.encode(stream.encoding or "ascii", "backslashreplace")
        stream.buffer.write(data)
        stream.flush()
    except OSError as error:
        discard_standard_output()
        raise fail("unwritable", f"cannot write standard output: {error.strerror}", None, _advice(error)) from None


def discard_standard_output() -> None:
    """What is still held back for standard output goes nowhere, so that the end of the program says nothing of it."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
