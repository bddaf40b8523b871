"""The webcam of this machine, for desktops; phones and browsers have their camera in the client."""

from __future__ import annotations

from companion.texts import _
from scanners.opencv import cv2


class NoWebcam(Exception):
    """There is no webcam here, or another program has it."""

    @property
    def sentence(self) -> str:
        return _("No webcam answers here; another program may be using it.")


class Webcam:
    """A webcam, open until `close`. Every method blocks; raises NoWebcam."""

    def __init__(self, number: int = 0) -> None:
        self._capture = cv2.VideoCapture(number)
        if not self._capture.isOpened():
            raise NoWebcam

    def picture(self) -> bytes:
        """The next picture, as JPEG."""
        read, frame = self._capture.read()
        encoded, jpeg = cv2.imencode(".jpg", frame) if read else (False, None)
        if not encoded or jpeg is None:
            raise NoWebcam
        return bytes(jpeg)

    def close(self) -> None:
        self._capture.release()
