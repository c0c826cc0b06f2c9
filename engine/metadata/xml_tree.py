"""A small XML tree that knows where in the bytes each element lies.

No document type is accepted, so that there are no entities to expand; size, depth and number of
elements are bounded.
"""

import re
from dataclasses import dataclass, field

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import ParseError, XMLParser

MAX_BYTES = 16 * 1024 * 1024
_MAX_NODES = 100_000
_MAX_DEPTH = 100
_MAX_ATTRIBUTES = 200_000
_MAX_NAMESPACES = 1_000

_ENCODING = re.compile(r"""\A(<\?xml[^>]*?)\s+encoding\s*=\s*(?:"([^"]*)"|'([^']*)')""")
# XML 1.0, section 2.2: what no document may hold.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class XmlError(Exception):
    """The bytes are no XML document, or not one that is accepted here."""


class _ExcessError(Exception):
    """There are too many elements, or they are nested too deep."""


@dataclass(slots=True)
class Node:
    """One element.

    Attributes:
        tag: ``"{namespace}name"``.
        attributes: Values by ``"{namespace}name"``.
        start: Where its start tag begins, in bytes of the document.
        close: Where its end tag begins; for an empty element (``<a/>``) where that ends.
        namespaces: The namespace of each prefix that may be used inside.
        text: The text directly in it.
        children: The elements directly in it.
    """

    tag: str
    attributes: dict[str, str]
    start: int
    namespaces: dict[str, str]
    close: int = -1
    text: str = ""
    children: list["Node"] = field(default_factory=list)


class _Builder:
    """Makes the tree from the parser's events, whose names the parser gives."""

    def __init__(self) -> None:
        self.root: Node | None = None
        self.parser: XMLParser | None = None
        self._open: list[Node] = []
        self._namespaces: dict[str, str] = {}
        self._texts: list[list[str]] = []
        self._count = 0
        self._namespace_count = 0

    def start_ns(self, prefix: str, uri: str) -> None:
        self._namespace_count += 1
        if self._namespace_count > _MAX_NAMESPACES:
            raise _ExcessError
        self._namespaces[prefix] = uri

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > _MAX_NODES or len(self._open) >= _MAX_DEPTH:
            raise _ExcessError
        namespaces = self._open[-1].namespaces if self._open else {}
        if self._namespaces:
            namespaces = namespaces | self._namespaces
            self._namespaces = {}
        node = Node(tag, attributes, self._place(), namespaces)
        if self._open:
            self._open[-1].children.append(node)
        else:
            self.root = node
        self._open.append(node)
        self._texts.append([])

    def data(self, text: str) -> None:
        self._texts[-1].append(text)

    def end(self, _: str) -> None:
        node = self._open.pop()
        node.text = "".join(self._texts.pop())
        node.close = self._place()

    def close(self) -> None:
        pass

    def _place(self) -> int:
        assert self.parser is not None
        return self.parser.parser.CurrentByteIndex


def parse_strictly(data: bytes) -> Node:
    """Parse a document in UTF-8.

    Args:
        data: The document; what encoding it declares is not looked at.

    Returns:
        Its root.

    Raises:
        XmlError: It is not well-formed, has a document type, or is too large or too deep.
    """
    root, problem = _parse(data)
    if root is None or problem is not None:
        raise XmlError(str(problem)) from problem
    return root


def parse_leniently(data: bytes) -> Node | None:
    """Parse what can be parsed: of a damaged document what comes before the damage.

    Args:
        data: The document, perhaps with something before or after it, in any encoding of XML.

    Returns:
        Its root, or None if there is not even that.
    """
    text = _FORBIDDEN.sub("", decode_xml(data[:MAX_BYTES], lenient=True))
    return _parse(text[max(text.find("<"), 0) :].encode())[0]


def decode_xml(data: bytes, *, lenient: bool = False) -> str:
    """Decode a document by its mark or declaration.

    Args:
        data: The document.
        lenient: Take what is not in the declared encoding for Windows-1252.

    Returns:
        Its text, without a byte order mark, and without the declared encoding unless that is
        UTF-8.

    Raises:
        XmlError: It is not in the encoding that it declares.
    """
    try:
        text = data.decode(_encoding(data))
    except (UnicodeDecodeError, LookupError) as error:
        if not lenient:
            raise XmlError(str(error)) from error
        text = data.decode("cp1252", "replace")
    match = _ENCODING.match(text)
    if match is not None and (match[2] or match[3]).lower() not in ("utf-8", "utf8"):
        text = match[1] + text[match.end() :]
    return text


def _encoding(data: bytes) -> str:
    """Tell the encoding as XML 1.0, appendix F, does."""
    if data.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return "utf-32"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if data.startswith(b"<\0"):
        return "utf-32-le" if data[2:4] == b"\0\0" else "utf-16-le"
    if data.startswith(b"\0<"):
        return "utf-16-be"
    if data.startswith(b"\0\0\0<"):
        return "utf-32-be"
    declared = _ENCODING.match(data[:200].decode("latin-1"))
    name = (declared[2] or declared[3]).strip() if declared else ""
    # A document whose declaration can be read as ASCII is in no encoding of two bytes.
    return "utf-8-sig" if not name or name.lower().startswith(("utf", "ucs")) else name


def _parse(data: bytes) -> tuple[Node | None, Exception | None]:
    builder = _Builder()
    parser = XMLParser(target=builder, encoding="utf-8", forbid_dtd=True)
    builder.parser = parser
    try:
        if len(data) > MAX_BYTES or data.count(b"=") > _MAX_ATTRIBUTES:
            raise _ExcessError
        parser.feed(data)
        parser.close()
    except (ParseError, DefusedXmlException, _ExcessError) as error:
        return builder.root, error
    return builder.root, None
