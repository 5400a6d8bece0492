// A case for Sideline: a Raspberry Pi, two displays, six keys and six seat keys.
// openscad -D 'part="front"' -o front.stl case.scad; hardware/case/build.py does it for all parts.

include <parameters.scad>
include <frames.scad>
include <board.scad>
include <caps.scad>
include <front.scad>
include <bottom.scad>

part = "front";   // front, bottom, bezel, bezel_large, cap_arrow, cap_back, cap_ok, cap_1 … cap_6, coupon, or collisions

if (part == "front") rotate([180, 0, 0]) front();
else if (part == "bottom") bottom();
else if (part == "bezel") printed_bezel(small_display);
else if (part == "bezel_large") printed_bezel(large_display);
else if (part == "cap_arrow") cap("up", "arrow");
else if (part == "cap_back") cap("back", "back");
else if (part == "cap_ok") cap("ok", "ok");
else if (part == "coupon") rotate([180, 0, 0]) coupon();
else if (part == "collisions") collisions();
else cap(part[4], "seat");

module printed_bezel(display) { $display = display; translate([0, 0, -bezel_recess]) rotate([180, 0, 0]) bezel(); }
module all_caps() { for (key = keys) at_key(key) cap_body(key[1]); }
module off() { translate([part_error, part_error]) children(); }
module bought_in_panel() off() {
    at_displays() { display_plate(); display_panel(); display_header(); display_stubs(); display_wires(); }
    key_plate(perforated = false);
    key_wiring();
    switches();
    buzzer();
}
module bought_in_world() off() in_pi() { pi_plate(); pi_metal(); pi_jumpers(); }

// What would be in two places at once: nothing, or the case is wrong.
module collisions() {
    intersection() { in_panel() front(); bottom(); }
    intersection() { front(); union() { at_displays() bezel(); all_caps(); } }
    intersection() { front(); bought_in_panel(); }
    intersection() { union() { at_displays() bezel(); all_caps(); } union() { bought_in_panel(); off() plungers(); } }
    intersection() { all_caps(); at_displays() bezel(); }
    intersection() { in_panel() { front(); bought_in_panel(); } bought_in_world(); }
    intersection() { bottom(); union() { bought_in_world(); in_panel() bought_in_panel(); } }
}
