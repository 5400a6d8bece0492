// The pictures: printed parts from their STL files, bought parts drawn, all in colour.
// stl is the folder of the STL files; build.py names it.

include <parameters.scad>
include <frames.scad>
include <board.scad>
include <caps.scad>
include <front.scad>
include <bottom.scad>

stl = "";
scene = "assembled";   // assembled, rear, below, inside, exploded, shadow, or a printed part
shadow_of = "";

// OpenSCAD lights from the viewer's upper left: what lies in the shade needs a paler colour to be seen
body_colour = scene == "rear" ? "#7c818b" : scene == "below" ? "#a4a8b0" : "#41454d";
bezel_colour = "#14161a";
ivory = "#f1ebdd";
ink = "#26241f";
green = "#5fbd8f";
board_green = "#1f6b4a";
board_blue = "#1d3f73";
lit = "#a9c8e8";
metal = "#c3c6cb";
black = "#15161a";
seat_colours = ["#c4291c", "#e8b800", "#009e73", "#0072b2", "#cc79a7", "#7b8088"];

function seat_of(name) = ord(name) - ord("1");
function cap_colour(key) = key[1] == "seat" ? seat_colours[seat_of(key[0])] : key[1] == "ok" ? green : ivory;
function legend_colour(key) = key[0] == "1" || key[0] == "4" ? "#ffffff" : ink;
function cap_file(key) = key[1] == "seat" ? str("cap_", key[0]) : str("cap_", key[1]);
function kind_of(name) = name == "arrow" || name == "back" || name == "ok" ? name : "seat";

module printed(name) { import(str(stl, "/", name, ".stl"), convexity = 10); }
module bottom_part() {
    color(body_colour) printed("bottom");
    color("#c9ccd2") translate([0, rear + 0.51, 0]) rotate([90, 0, 0]) linear_extrude(0.02) rear_labels();
}
module front_part() {
    color(body_colour) rotate([180, 0, 0]) printed("front");
    color("#9a9ea8") translate([0, 0, -engraving + 0.03]) linear_extrude(0.02) engravings();
}
module bezel_part() {
    color(bezel_colour) translate([0, 0, -bezel_recess]) rotate([180, 0, 0]) printed($display == large_display ? "bezel_large" : "bezel");
}
module cap_part(key) {
    color(cap_colour(key)) printed(cap_file(key));
    color(legend_colour(key)) cap_raised_legend(key[0], key[1], 0.03);
}
module caps_parts() { for (key = keys) at_key(key) cap_part(key); }

module display_parts() {
    color(board_blue) display_plate();
    color(black) { display_panel(); display_header(); }
    color(lit) translate([active_offset().x, active_offset().y, board_top() + glass().z])
        printed($display_side < 0 ? "screen_left" : "screen_right");
}
module displays_parts() { at_displays() display_parts(); }
module bezels_parts() { at_displays() bezel_part(); }
module key_board_parts() {
    color("#c79a4b") key_plate();
    color(metal) switches();
    color(black) plungers();
}
module pi_parts() {
    in_pi() {
        color(board_green) pi_plate();
        color(metal) pi_metal();
        color(black) pi_header();
        color("#d8b45a") pi_header_pins();
    }
}
module buzzer_part() { color(black) buzzer(); }

module whole() {
    bottom_part();
    pi_parts();
    in_panel() { front_part(); bezels_parts(); displays_parts(); key_board_parts(); caps_parts(); buzzer_part(); }
}

if (scene == "assembled" || scene == "rear" || scene == "below") whole();
else if (scene == "inside") { bottom_part(); pi_parts(); }
else if (scene == "exploded") {
    bottom_part();
    translate([0, 0, 36]) pi_parts();
    translate([0, 0, 86]) in_panel() { key_board_parts(); displays_parts(); buzzer_part(); }
    translate([0, 0, 158]) in_panel() { caps_parts(); bezels_parts(); }
    translate([0, 0, 244]) in_panel() front_part();
}
else if (scene == "front") color("#565b66") printed("front");
else if (scene == "bottom") bottom_part();
else if (scene == "bezel") color("#2a2d33") printed("bezel");
else if (scene == "caps") for (key = keys) translate([key[2].x * 1.25, key[2].y * 1.45]) rotate(key[3]) cap_part(key);
else if (scene == "shadow") color("black") linear_extrude(0.01) {
    if (shadow_of == "caps") for (key = keys) translate([key[2].x * 1.25, key[2].y * 1.45]) flange_outline(key[1]);
    else if (shadow_of == "bezel") rounded(bezel_size, bezel_radius);
    else plan(1);
}
