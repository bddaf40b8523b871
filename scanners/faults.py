"""What can go wrong with a picture or with the scanner itself, each in one sentence for people."""

from __future__ import annotations

from typing import Literal

from companion.texts import _


class PictureFault(Exception):
    """A file or some bytes that cannot be used as a picture."""

    def __init__(self, kind: Literal["missing", "empty", "not-a-picture", "damaged", "too-large"], name: str) -> None:
        self.kind = kind
        self.name = name
        super().__init__(self.sentence)

    @property
    def sentence(self) -> str:
        """What is wrong with the picture and what to do."""
        match self.kind:
            case "missing":
                return _("{name} cannot be opened; check its name and that you may read it.", name=self.name)
            case "empty":
                return _("{name} is empty; take or choose the picture again.", name=self.name)
            case "not-a-picture":
                return _("{name} is not a picture; use a JPEG, PNG or WebP file.", name=self.name)
            case "damaged":
                return _("{name} is damaged or cut off; take or copy the picture again.", name=self.name)
            case "too-large":
                return _("{name} is too large a picture; use one of at most 64 megapixels.", name=self.name)


class ScannerUnavailable(ImportError):
    """OpenCV cannot be loaded here. The program works on without scanning."""

    PACKAGES = (("libGL", "libgl1"), ("libglib", "libglib2.0-0"), ("libgthread", "libglib2.0-0"))
    """A library that OpenCV's wheel loads, and the Debian package that brings it."""

    def __init__(self, detail: str) -> None:
        self.detail = detail
        super().__init__(self.sentence)

    @property
    def package(self) -> str | None:
        """The Debian package that is missing, where the loader's message tells."""
        return next((package for library, package in self.PACKAGES if library in self.detail), None)

    @property
    def sentence(self) -> str:
        """What is missing and how to get it."""
        if self.package:
            return _("Scanning needs the system package {package}; install it and start again.", package=self.package)
        return _("Scanning needs OpenCV, which cannot be loaded here ({detail}).", detail=self.detail)
