"""The pictures of the README: screens, page and case, each drawn by what the box itself draws with.

`make pictures` writes them into hardware/pictures. The screens need nothing but Python, and a test compares them
dot by dot; the page needs Chromium, the case OpenSCAD. The wiring is `hardware.wiring`'s.
"""
