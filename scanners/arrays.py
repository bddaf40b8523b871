"""The shapes of arrays that travel between the modules of this room."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Picture: TypeAlias = NDArray[np.uint8]
"""H×W (grey) or H×W×3 (BGR)."""
Quad: TypeAlias = NDArray[np.float32]
"""4×2 corners (x, y) in pixels of the picture: the symbol's top left, then clockwise round the upright symbol."""
Floats: TypeAlias = NDArray[np.float32]
"""Any shape; the docstrings say which."""
