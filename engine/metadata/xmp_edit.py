"""Changing rating, keywords and description in an XMP packet, and nothing else.

The new values are spliced into the packet's bytes: what other programs wrote, known to us or not,
stays as it is to the byte. Source: XMP specification, part 1, chapter 7.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from xml.sax.saxutils import escape

from engine.metadata.fields import clean_keywords, clean_text
from engine.metadata.xml_tree import Node, XmlError, decode_xml, parse_strictly
from engine.metadata.xmp import (
    DC,
    DEFAULT_LANGUAGE,
    DESCRIPTION,
    LANGUAGE,
    RATING,
    RDF,
    SUBJECT,
    XMP,
    find_rdf,
    properties,
)

_META = "adobe:ns:meta/"
_ROOTS = (f"{{{_META}}}xmpmeta", f"{{{_META}}}xapmeta", f"{{{RDF}}}RDF")
_PREFIXES = {RDF: "rdf", DC: "dc", XMP: "xmp"}

_START_TAG = re.compile(rb"""<([^\s/>]+)(?:[^"'>]|"[^"]*"|'[^']*')*>""")
_ATTRIBUTE = re.compile(rb"""\s+([^\s=/>]+)\s*=\s*(?:"[^"]*"|'[^']*')""")

# The spaces leave room to grow for programs that change a packet in place.
EMPTY_PACKET = f"""\
<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="{_META}">
 <rdf:RDF xmlns:rdf="{RDF}">
  <rdf:Description rdf:about="" xmlns:xmp="{XMP}" xmlns:dc="{DC}">
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
""".encode()


@dataclass(frozen=True, slots=True, kw_only=True)
class XmpEdit:
    """New values; None leaves what is there.

    Attributes:
        rating: 1 to 5 stars, 0 for none, -1 for rejected.
        keywords: All flat keywords; none if empty. Keywords with steps, such as Lightroom's, are
            left as they are.
        description: The caption; none if empty. Other languages than the default are left.
    """

    rating: int | None = None
    keywords: tuple[str, ...] | None = None
    description: str | None = None


def edit_packet(packet: bytes, edit: XmpEdit) -> bytes:
    """Put new values into a packet.

    Args:
        packet: A whole packet or sidecar.
        edit: The new values.

    Returns:
        The packet, in UTF-8; the same bytes where it says all that already.

    Raises:
        XmlError: The packet is damaged or is not XMP.
        ValueError: The rating is none.
    """
    if edit.rating is not None and not -1 <= edit.rating <= 5:
        raise ValueError(f"no rating: {edit.rating}")
    text = decode_xml(packet)
    # A mark at the beginning stays.
    mark = b"\xef\xbb\xbf" if packet.startswith(b"\xef\xbb\xbf") else b""
    document = text.encode()
    root = parse_strictly(document)
    if root.tag not in _ROOTS:
        raise XmlError(f"no XMP: {root.tag}")
    said = properties(root)
    edited = document
    if edit.rating is not None and said.get(RATING) != (str(edit.rating),):
        edited = _set(edited, RATING, _rating_body(edit.rating))
    if edit.keywords is not None:
        keywords = clean_keywords(edit.keywords)
        if said.get(SUBJECT) != keywords:
            edited = _set(edited, SUBJECT, _keywords_body(keywords))
    if edit.description is not None:
        caption = clean_text(edit.description) or ""
        if said.get(DESCRIPTION, (None,))[0] != caption:
            edited = _set_description(edited, caption)
    if edited is document:
        return packet
    changed = properties(parse_strictly(edited))
    lost = [name for name in said if name not in changed]
    assert not lost, f"properties lost in editing: {lost}"
    return mark + edited


# Makes the content of a property, given how the name of an RDF element is written in its place.
_Body = Callable[[Callable[[str], str]], str]


def _rating_body(rating: int) -> _Body:
    return lambda _: str(rating)


def _keywords_body(keywords: tuple[str, ...]) -> _Body:
    def body(rdf: Callable[[str], str]) -> str:
        items = "".join(f"<{rdf('li')}>{_escape(each)}</{rdf('li')}>" for each in keywords)
        return f"<{rdf('Bag')}>{items}</{rdf('Bag')}>"

    return body


def _description_body(caption: str) -> _Body:
    return lambda rdf: f"<{rdf('Alt')}>{_default_item(rdf, caption)}</{rdf('Alt')}>"


def _default_item(rdf: Callable[[str], str], caption: str) -> str:
    return f'<{rdf("li")} xml:lang="{DEFAULT_LANGUAGE}">{_escape(caption)}</{rdf("li")}>'


def _escape(text: str) -> str:
    return escape(text, {"\r": "&#13;"})


def _set(document: bytes, tag: str, body: _Body) -> bytes:
    """Give a property one value, in the place where it stands first, if it stands anywhere."""
    document = _with_description(document)
    holders = _holders(document)
    removed = [span for holder in holders for span in _attribute_spans(document, holder, tag)]
    found = [(child, holder) for holder in holders for child in holder.children if child.tag == tag]
    if found:
        (first, holder), *others = found
        removed += [_span(document, node) for node, _ in others]
        start, end = _span(document, first)
        element = _element(tag, body, holder.namespaces)
    else:
        # Before the end tag, where no attribute that goes can be.
        start = end = holders[0].close
        element = b" " + _element(tag, body, holders[0].namespaces) + b"\n  "
    return _splice(document, [(start, end, element), *((*span, b"") for span in removed)])


def _set_description(document: bytes, caption: str) -> bytes:
    """Change the text in the default language where there are several."""
    for holder in _holders(document):
        for node in holder.children:
            container = next(iter(node.children), None)
            if node.tag != DESCRIPTION or container is None or not container.children:
                continue
            items = container.children
            default = [each for each in items if each.attributes.get(LANGUAGE) == DEFAULT_LANGUAGE]
            if not default and len(items) == 1 and LANGUAGE not in items[0].attributes:
                default = items
            if default:
                return _with_content(document, default[0], _escape(caption))
            item = _default_item(_rdf_namer(container.namespaces), caption)
            return _splice(document, [(items[0].start, items[0].start, item.encode())])
    return _set(document, DESCRIPTION, _description_body(caption))


def _with_description(document: bytes) -> bytes:
    """Make sure of an element that can hold properties, with a start and an end tag."""
    root = parse_strictly(document)
    rdf = find_rdf(root)
    if rdf is None:
        new = f'<rdf:RDF xmlns:rdf="{RDF}"></rdf:RDF>'
        return _with_description(_append(document, root, new))
    if not rdf.children:
        # The prefix is declared again, as the one in use may be none, which attributes cannot have.
        new = f'<rdf:Description xmlns:rdf="{RDF}" rdf:about=""></rdf:Description>'
        return _append(document, rdf, new)
    holder = rdf.children[0]
    return _append(document, holder, "") if _is_empty(document, holder) else document


def _append(document: bytes, node: Node, new: str) -> bytes:
    """Put something before an element's end tag, which it gets if it has none."""
    if _is_empty(document, node):
        return _with_content(document, node, new)
    return _splice(document, [(node.close, node.close, new.encode())])


def _with_content(document: bytes, node: Node, new: str) -> bytes:
    """Put something in the place of all that an element holds."""
    start_tag = _start_tag(document, node)
    end = node.start + len(start_tag)
    if not _is_empty(document, node):
        return _splice(document, [(end, node.close, new.encode())])
    name = start_tag[1:].split(maxsplit=1)[0].rstrip(b"/>")
    return _splice(document, [(end - 2, end, b">" + new.encode() + b"</" + name + b">")])


def _holders(document: bytes) -> list[Node]:
    rdf = find_rdf(parse_strictly(document))
    return [] if rdf is None else rdf.children


def _element(tag: str, body: _Body, namespaces: dict[str, str]) -> bytes:
    """Write a property for a place where these namespaces are known."""
    namespace, _, local = tag[1:].partition("}")
    name, declaration = _name(namespace, local, namespaces)
    return f"<{name}{declaration}>{body(_rdf_namer(namespaces))}</{name}>".encode()


def _rdf_namer(namespaces: dict[str, str]) -> Callable[[str], str]:
    """Write the names of RDF's elements as they are written in a place."""
    prefix = next(prefix for prefix, uri in namespaces.items() if uri == RDF)
    return lambda local: f"{prefix}:{local}" if prefix else local


def _name(namespace: str, local: str, namespaces: dict[str, str]) -> tuple[str, str]:
    """Write a name, and the declaration that it needs."""
    for prefix, uri in namespaces.items():
        if uri == namespace and prefix:
            return f"{prefix}:{local}", ""
    prefix = _PREFIXES[namespace]
    return f"{prefix}:{local}", f' xmlns:{prefix}="{namespace}"'


def _attribute_spans(document: bytes, node: Node, tag: str) -> list[tuple[int, int]]:
    if tag not in node.attributes:
        return []
    spans = []
    start_tag = _start_tag(document, node)
    for match in _ATTRIBUTE.finditer(start_tag):
        prefix, _, local = match[1].decode().rpartition(":")
        if prefix and f"{{{node.namespaces.get(prefix)}}}{local}" == tag:
            spans.append((node.start + match.start(), node.start + match.end()))
    return spans


def _start_tag(document: bytes, node: Node) -> bytes:
    match = _START_TAG.match(document, node.start)
    assert match is not None, "the parser saw a start tag here"
    return match[0]


def _is_empty(document: bytes, node: Node) -> bool:
    """Tell whether an element is one tag, ``<a/>``."""
    return _start_tag(document, node).endswith(b"/>")


def _span(document: bytes, node: Node) -> tuple[int, int]:
    if _is_empty(document, node):
        return node.start, node.start + len(_start_tag(document, node))
    return node.start, document.index(b">", node.close) + 1


def _splice(document: bytes, changes: list[tuple[int, int, bytes]]) -> bytes:
    """Replace parts of a document that do not overlap."""
    for start, end, new in sorted(changes, reverse=True):
        document = document[:start] + new + document[end:]
    return document
