"""The one place that loads OpenCV. Modules that need it are imported only when something is scanned."""

from __future__ import annotations

from typing import Any

from scanners.faults import ScannerUnavailable

try:
    import cv2 as _cv2
except ImportError as fault:  # the wheel is missing, or a system library that it loads
    raise ScannerUnavailable(str(fault)) from fault

cv2: Any = _cv2
"""Untyped here: the stubs of OpenCV know neither the element type nor the shape of a picture."""

__all__ = ["cv2"]
