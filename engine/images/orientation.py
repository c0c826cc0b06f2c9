"""Which way up a stored picture belongs, and how it is turned."""

import re
import struct

from PIL import Image

# EXIF tag 274: how the stored picture is to be turned (Exif 3.0, section 4.6.5).
ORIENTATION_TAG = 274

_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


def read_orientation(image: Image.Image) -> int:
    """Read the orientation of a picture that Pillow has opened.

    Returns:
        1 to 8; 1, upright, where the picture does not say or says nonsense.
    """
    try:
        # Not the method of PNG files, which reads all pixels first.
        value = Image.Image.getexif(image).get(ORIENTATION_TAG, 1)
    except Exception:  # noqa: BLE001 - broken camera data must never cost the picture
        value = None
    if value is None or not is_orientation(value):
        exif = image.info.get("exif")
        value = find_orientation(exif) if isinstance(exif, bytes) else 1
    return int(value)


def find_orientation(exif: bytes) -> int:
    """Look for the orientation in a block of EXIF data, whatever else in it is broken.

    Returns:
        1 to 8; 1 where there is none.
    """
    start = re.search(rb"II\*\0|MM\0\*", exif[:64])
    if start is None:
        return 1
    data = exif[start.start() :]
    order = "<" if data.startswith(b"II") else ">"
    try:
        (directory,) = struct.unpack_from(order + "I", data, 4)
        (count,) = struct.unpack_from(order + "H", data, directory)
        for i in range(count):
            tag, kind, _, value = struct.unpack_from(order + "HHIH", data, directory + 2 + 12 * i)
            if (tag, kind) == (ORIENTATION_TAG, 3) and is_orientation(value):
                return int(value)
    except struct.error:
        pass
    return 1


def is_orientation(value: object) -> bool:
    """Whether a value is one of the eight that EXIF knows."""
    return isinstance(value, int) and 1 <= value <= 8


def turns_sideways(orientation: int) -> bool:
    """Whether turning swaps width and height."""
    return orientation >= 5


def turn(image: Image.Image, orientation: int) -> Image.Image:
    """Turn a stored picture upright."""
    return image.transpose(_TURNS[orientation]) if orientation in _TURNS else image
