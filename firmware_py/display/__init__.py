"""Pictures: 1-bit images of 128 × 64 dots, and the panels that show them.

`Canvas` draws text and icons on an image; `prompt` draws questions, dialogs and the legend of the keys from
values (`Question`, `Pages`). Drawing is a pure function from a view to an image. A panel shows images and plays
sounds: `OledPanel` on real displays, `TerminalPanel` in a terminal, `NullPanel` nowhere. `Part` reports a part
that is missing or lost.

Callers: `ui` and `games` draw, `runtime` shows. It knows no game and no match.
"""
