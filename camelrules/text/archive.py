"""Archives that documents come in, read in memory and within bounds."""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from dataclasses import dataclass, field

from camelrules.door.diagnostics import RulesError, fail
from camelrules.text.limits import MAX_MEMBER, MAX_MEMBERS, MAX_RATIO, MAX_UNPACKED

# A small file may compress well without being a bomb.
_HARMLESS = 1_000_000


@dataclass(slots=True)
class Archive:
    """A zip of named parts; nothing of it is ever written to a disk."""

    name: str
    zip: zipfile.ZipFile
    members: dict[str, zipfile.ZipInfo]
    unpacked: int = field(default=0)

    def __contains__(self, part: str) -> bool:
        return part in self.members

    def read(self, part: str) -> bytes:
        """One part, as far as the bounds allow."""
        info = self.members.get(part)
        if info is None:
            raise damaged(self.name, f"it has no part `{part[:80]}`")
        if info.flag_bits & 1:
            raise encrypted(self.name)
        if info.file_size > _HARMLESS and info.file_size > MAX_RATIO * max(1, info.compress_size):
            raise bomb(self.name)
        try:
            with self.zip.open(info) as stream:
                data = stream.read(MAX_MEMBER + 1)
        except (
            zipfile.BadZipFile,
            zlib.error,
            NotImplementedError,
            EOFError,
            OSError,
            RuntimeError,
            ValueError,
        ) as error:
            raise damaged(self.name, f"its part `{part[:80]}` cannot be unpacked") from error
        self.unpacked += len(data)
        if len(data) > MAX_MEMBER or self.unpacked > MAX_UNPACKED:
            raise bomb(self.name)
        return data


def open_archive(data: bytes, name: str) -> Archive:
    """The archive in the bytes of a file."""
    try:
        opened = zipfile.ZipFile(io.BytesIO(data))
        infos = opened.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError, OSError) as error:
        raise damaged(name, "its archive cannot be opened") from error
    if len(infos) > MAX_MEMBERS:
        raise fail("too-large", f"`{name}` is an archive of {len(infos):,} parts", None, "is this the right file?")
    members: dict[str, zipfile.ZipInfo] = {}
    for info in infos:
        if info.filename in members:
            # Two programs would read two different documents from such a file.
            raise damaged(name, f"it has the part `{info.filename[:80]}` twice")
        members[info.filename] = info
    return Archive(name, opened, members)


def resolved(base: str, target: str) -> str:
    """The name of the part that a part refers to; a reference that leaves the archive is the name of no part."""
    if target.startswith("/"):
        return target.lstrip("/")
    return posixpath.normpath(posixpath.join(posixpath.dirname(base), target))


def damaged(name: str, why: str) -> RulesError:
    """What is said of a file that is not whole."""
    return fail("damaged", f"`{name}` is damaged: {why}", None, "open it in the program that made it and save it again")


def encrypted(name: str) -> RulesError:
    """What is said of a file that a password guards."""
    return fail("encrypted", f"`{name}` is encrypted", None, "save a copy without a password")


def bomb(name: str) -> RulesError:
    """What is said of an archive that unpacks to more than any rulebook holds."""
    return fail("too-large", f"`{name}` unpacks to far more than a rulebook holds", None, "is this the right file?")
