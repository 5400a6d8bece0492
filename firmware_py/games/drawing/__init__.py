"""What the drawings of the games share: views that go in, pictures and tables that come out.

`SvgView` and `ChartView` say what is drawn on the page; `Plot` is a chart, `Table` a table of a score sheet, as
values. `svg_elements` makes parts of a drawing, `lettering` cuts names and breaks titles in it, and `large` draws
the standing over a whole display. Callers: the folders of the games, `contract`, and whoever shows a drawing.
"""
