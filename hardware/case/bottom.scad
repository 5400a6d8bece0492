// The bottom: a tub under the tilted seam. Drawn in the world, printed as drawn: floor on the bed, no supports.

rear = panel_depth / 2;                           // y of the rear wall's outside
pi = pi_model == "zero2w" ? pi_zero : pi_model == "3a+" ? pi_3a_plus : pi_4;
pi_rear = rear - wall - pi_gap;                   // y of the board's edge with the ports
pi_top = floor_thickness + standoff + pi_board_thickness;
cable_at = [-48, floor_thickness + 10];           // x and z
vents_at = [-38, floor_thickness + (pi_model == "zero2w" ? 17 : 30)];

// Places on the board as its drawings give them (ports at the lower edge, from the left) lie turned in the case.
function on_pi(place) = [pi_edge - place.x, pi_rear - place.y];

module columns_below() {
    for (at = columns) translate([at.x, at.y, 0.5]) cylinder(d = column_diameter, h = column_top(at.y) - contact_gap - 0.5);
}

// From below: a wide bore for head and driver, a cone that prints without support, the screw's hole.
module column_bores() {
    for (at = columns) {
        cone = (screw_head - screw_hole) / 2;
        seat = column_top(at.y) - screw_grip - cone;
        translate([at.x, at.y, -1]) cylinder(d = screw_head, h = seat + 1);
        translate([at.x, at.y, seat - 0.001]) cylinder(d1 = screw_head, d2 = screw_hole, h = cone + 0.001);
        translate([at.x, at.y, seat]) cylinder(d = screw_hole, h = 60);
    }
}

module in_rear_wall() { translate([0, rear, 0]) rotate([90, 0, 0]) translate([0, 0, -5]) linear_extrude(5 + wall + 0.5) children(); }

module rear_openings() {
    for (port = pi_ports(pi)) translate([on_pi([port.x, 0]).x, pi_top + port.z]) rounded([port.y, usb_opening_height], 2);
    if (pi_model != "zero2w") translate(cable_at) rounded(cable_opening, 2.5);
    translate(vents_at) slot_field(8, 16);
}

module rear_labels() {
    for (label = pi_labels(pi)) translate([on_pi([label.y, 0]).x, pi_top + 9]) mirror([1, 0])
        text(label.x, size = 3.4, font = font, halign = "center", spacing = 1.1);
}

module floor_openings() {
    hatch = pi_hatch(pi);
    translate(on_pi([hatch[0].x, hatch[0].y])) rounded(hatch[1], 2.5);
    middle = on_pi([pi_size(pi).x / 2, pi_size(pi).y / 2]);
    translate(middle) slot_field(7, pi_holes(pi).y - 4);
    translate([-38, 0]) slot_field(7, 30);
}

module feet() {
    for (x = [-1, 1], y = [-1, 1]) translate([x * (case_width / 2 - 22), y * (rear - 10)]) circle(d = foot_diameter);
}

module bottom() {
    difference() {
        union() {
            difference() {
                intersection() { outside(); between(skirt + contact_gap, 200); }
                translate([0, 0, floor_thickness]) linear_extrude(200) plan(wall);
            }
            columns_below();
            translate([0, 0, floor_thickness - 0.2]) linear_extrude(standoff + 0.2 - contact_gap)
                for (hole = pi_hole_places(pi)) translate(on_pi(hole)) circle(d = tiny_boss);
            translate([0, rear - 0.3, 0]) rotate([90, 0, 0]) mirror([0, 0, 1]) linear_extrude(0.8) rear_labels();
        }
        column_bores();
        in_rear_wall() rear_openings();
        translate([0, 0, -1]) linear_extrude(floor_thickness + 1.3) floor_openings();
        translate([0, 0, -1]) linear_extrude(1 + foot_recess) feet();
        translate([0, 0, skin]) linear_extrude(50) for (hole = pi_hole_places(pi)) translate(on_pi(hole)) circle(d = tiny_hole);
    }
}
