"""Pixels of a Qt image as an array."""

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QImage


def pixels(image: QImage) -> npt.NDArray[np.uint8]:
    """The red, green and blue of an image, [height, width, 3]."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    data = np.frombuffer(image.constBits(), np.uint8)
    return data.reshape(image.height(), image.width(), 4)[:, :, 2::-1].copy()
