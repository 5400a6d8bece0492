"""Write SVG: elements with escaped attributes and texts.

>>> element("circle", r=3, class_="pawn seat-1", data_tap="spot:a1")
'<circle r="3" class="pawn seat-1" data-tap="spot:a1"/>'
>>> text("<b>", 5, 7.5, class_="name")
'<text x="5" y="7.5" class="name">&lt;b&gt;</text>'
>>> element("g", element("path", d="M0 0"), class_="path")
'<g class="path"><path d="M0 0"/></g>'
"""

from __future__ import annotations

from html import escape

Value = str | int | float


def element(name: str, *content: str, **attributes: Value) -> str:
    """Return an element; its content must be SVG, its attributes are escaped."""
    written = "".join(f' {_name(key)}="{_value(value)}"' for key, value in attributes.items())
    return f"<{name}{written}>{''.join(content)}</{name}>" if content else f"<{name}{written}/>"


def text(content: str, x: float, y: float, **attributes: Value) -> str:
    """Return a text element; the text is escaped."""
    return element("text", escape(content), x=x, y=y, **attributes)


def named(title: str) -> str:
    """Return a `<title>`: the name of the enclosing element for screen readers and tooltips."""
    return element("title", escape(title))


def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _value(value: Value) -> str:
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return escape(str(value))
