// Key caps. Each lies on its switch's plunger; the flange below the panel keeps it in.
// Printed as drawn: flange on the bed, legend up. No supports.

cap_height = cap_flange + cap_play + panel_thickness + cap_proud;
cap_bottom = -(panel_thickness + cap_play + cap_flange);              // w of the flange's lower side
key_board_top = cap_bottom + cap_seat - contact_gap - switch_height;  // w of the board's upper side

module cap_outline(kind) {
    if (kind == "ok") circle(d = ok_diameter);
    else if (kind == "back") circle(d = back_diameter);
    else rounded([cap_size, cap_size], cap_radius);
}

function is_round(kind) = kind == "ok" || kind == "back";
function cap_radius_of(kind) = (kind == "ok" ? ok_diameter : back_diameter) / 2;

module flange_outline(kind) {
    difference() {
        offset(r = is_round(kind) ? round_flange_reach : cap_flange_reach) cap_outline(kind);
        if (is_round(kind)) translate([0, cap_radius_of(kind) + cap_clearance])
            translate([-1 - cap_clearance, -0.15]) square([2 + 2 * cap_clearance, 10]);
    }
}

// The peg on the panel that the notch of a round cap's flange slides over.
module cap_peg(kind) {
    if (is_round(kind)) translate([-1, cap_radius_of(kind) + cap_clearance]) square([2, round_flange_reach]);
}

module triangle(size) { polygon([[-size * 0.9, -size * 0.65], [size * 0.9, -size * 0.65], [0, size]]); }

module back_arrow() {
    stroke = 1;
    translate([1.1, -0.5]) intersection() {
        difference() { circle(r = 2.1 + stroke / 2); circle(r = 2.1 - stroke / 2); }
        translate([0, -5]) square([10, 10]);
    }
    translate([-1.6, 1.6 - stroke / 2]) square([2.75, stroke]);
    translate([-1, -2.6 - stroke / 2]) square([2.15, stroke]);
    translate([-2.4, 1.6]) rotate(90) triangle(1.9);
}

module cap_legend(name, kind) {
    if (kind == "arrow") offset(r = 0.3) triangle(2.2);
    else if (kind == "back") back_arrow();
    else text(kind == "ok" ? "OK" : name, size = kind == "ok" ? 5.2 : 5.4, font = font, halign = "center", valign = "center");
}

// All but the legend.
module cap_body(kind) {
    shoulder = cap_height - cap_edge;
    slice = 0.01;
    difference() {
        union() {
            linear_extrude(cap_flange) flange_outline(kind);
            hull() {
                linear_extrude(slice) cap_outline(kind);
                for (angle = [0:90 / (quick ? 2 : 5):90])
                    translate([0, 0, shoulder + cap_edge * sin(angle) - slice])
                        linear_extrude(slice) offset(delta = -cap_edge * (1 - cos(angle))) cap_outline(kind);
            }
        }
        translate([0, 0, -1]) cylinder(d = cap_bore, h = cap_seat + 1);
    }
}

module cap_raised_legend(name, kind, lift = 0) {
    translate([0, 0, cap_height - 0.4]) linear_extrude(legend + 0.4 + lift) cap_legend(name, kind);
}

module cap(name, kind) {
    cap_body(kind);
    cap_raised_legend(name, kind);
}

// Where a key's cap belongs, in the panel's frame.
module at_key(key, lift = 0) {
    translate([keys_at.x + key[2].x, keys_at.y + key[2].y, cap_bottom + lift]) rotate(key[3]) children();
}
