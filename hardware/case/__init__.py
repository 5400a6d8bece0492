"""The case: an OpenSCAD source with parameters, built into files to print and pictures to look at."""
