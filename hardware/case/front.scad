// The front: panel, skirt and lip, with everything that hangs on it. Drawn in the panel's frame.
// Printed face down: no supports, and the face gets the bed's texture.

// Draws its children once for each display, which is $display there; see parameters.scad.
module at_displays() { for (place = displays) { $display = place[1]; $display_side = sign(place[0].x); translate(place[0]) children(); } }

function board() = $display[0];
function holes() = $display[1];
function hole() = $display[2];
function glass() = $display[3];
function active() = $display[4];
function active_offset() = $display[5];
function bezel_outline() = $display[6];
function board_top() = -(panel_thickness + contact_gap + 0.15 + glass().z);  // w of the display board's face

module at_display_holes() {
    for (x = [-1, 1], y = [-1, 1]) translate([x * holes().x / 2, y * holes().y / 2]) children();
}

module at_key_board_holes() {
    for (hole = key_board_holes) translate([keys_at.x + hole.x, keys_at.y + hole.y]) children();
}

// Beside the glass, which leaves them a little less than their circle; they grow outwards instead.
module display_bosses() {
    difference() {
        for (x = [-1, 1], y = [-1, 1]) hull() for (outwards = [0, 1])
            translate([x * holes().x / 2, y * (holes().y / 2 + outwards)]) circle(d = tiny_boss);
        square([glass().x + (glass().x > holes().x ? 10 : 2 * glass_clearance), glass().y + 2 * glass_clearance], center = true);
    }
}

// Behind the pins of a display, whose soldered ends stand towards the panel.
module display_stub_pocket() {
    translate([0, board().y / 2 - 1.5, board_top()]) linear_extrude(stub.y)
        square([4 * grid + 2, 2 * grid], center = true);
}

module grille() {
    translate(buzzer_at) { circle(d = grille_hole); for (turn = [0:60:300]) rotate(turn) translate([grille_pitch, 0]) circle(d = grille_hole); }
}

module panel_holes() {
    at_displays() offset(r = bezel_clearance) rounded(bezel_outline(), bezel_radius);
    for (key = keys) translate(keys_at + key[2]) offset(r = cap_clearance) cap_outline(key[1]);
    grille();
}

module engravings() {
    translate(keys_at + hub_at) difference() { circle(d = 8.4); circle(d = 6); }
    translate([0, -panel_length / 2 + 7]) text("SIDELINE", size = 3.4, font = font, halign = "center", valign = "center", spacing = 1.5);
}

// From the panel's lower side down to w.
module hanging(w, into = 0.2) { translate([0, 0, w]) linear_extrude(-panel_thickness + into - w) children(); }

module shell() {
    difference() {
        union() {
            intersection() { outside(); between(-1, skirt); }
            below_face() translate([0, 0, -skirt - lip_height]) linear_extrude(lip_height + 2) plan(wall + lip_clearance);
        }
        below_face() translate([0, 0, -60]) linear_extrude(60 - panel_thickness / cos(tilt)) plan(wall + lip_clearance + lip);
    }
}

// The four that take the screws from below: upright in the world, their ends buried in the panel.
module column_bosses() {
    for (at = columns) translate([at.x, at.y, column_top(at.y)])
        cylinder(d = column_diameter, h = column_top_below_face - column_diameter / 2 * tan(tilt) - 0.5);
}

module column_boss_holes() {
    depth = fastener == "insert" ? insert_depth : insert_depth + 1.5;
    for (at = columns) translate([at.x, at.y, column_top(at.y) - 1])
        cylinder(d = fastener == "insert" ? insert_hole : selftap_hole, h = depth + 1);
}

module front() {
    difference() {
        union() {
            from_world() { shell(); column_bosses(); }
            at_displays() hanging(board_top()) display_bosses();
            hanging(key_board_top) at_key_board_holes() circle(d = small_boss);
            hanging(cap_bottom + 0.3) for (key = keys) translate(keys_at + key[2]) cap_peg(key[1]);
            hanging(-panel_thickness - buzzer_height * 0.7) translate(buzzer_at) difference() {
                circle(d = buzzer_diameter + 2 * (buzzer_clearance + buzzer_ring));
                circle(d = buzzer_diameter + 2 * buzzer_clearance);
            }
        }
        from_world() column_boss_holes();
        translate([0, 0, -panel_thickness - 0.3]) linear_extrude(10) panel_holes();
        at_displays() bezel_ends(bezel_clearance);
        translate([0, 0, -engraving]) linear_extrude(10) engravings();
        translate([0, 0, -30]) linear_extrude(30 - display_skin) at_displays() at_display_holes() circle(d = tiny_hole);
        at_displays() display_stub_pocket();
        translate([0, 0, -30]) linear_extrude(30 - skin) at_key_board_holes() circle(d = small_hole);
    }
}

// The ends of a bezel widen towards the back, at 45° so that both parts print face down; grown by a clearance.
module bezel_ends(clearance = 0) {
    back = -panel_thickness - 0.1 - clearance;
    for (end = [0, 1]) hull() for (depth = [0, 1]) {
        reach = depth * (bezel_flare.x + clearance) + clearance;
        mirror([end, 0]) translate([0, -bezel_flare.y / 2 - clearance, back + (1 - depth) * (bezel_flare.x + clearance)])
            linear_extrude(0.01) translate([bezel_outline().x / 2 - 4, 0]) square([4 + reach, bezel_flare.y + 2 * clearance]);
    }
}

// A frame around a display, of its own colour: from behind into the panel, held there by the display's glass.
// Drawn in the panel's frame with the display board's middle at the origin. Printed face down.
module bezel() {
    back = -panel_thickness - 0.1;
    window = active() + 2 * ([window_margin, window_margin] + active_spread);
    difference() {
        union() {
            translate([0, 0, back]) linear_extrude(-bezel_recess - back) rounded(bezel_outline(), bezel_radius);
            bezel_ends();
        }
        translate(active_offset()) {
            translate([0, 0, -20]) linear_extrude(40) rounded(window, 0.6);
            hull() for (step = [0, 1]) translate([0, 0, -bezel_recess - bezel_bevel * (1 - step)])
                linear_extrude(0.01 + step) rounded(window + 2 * step * [bezel_bevel, bezel_bevel], 0.6 + step * 0.8);
        }
    }
}

// Printed first, in minutes: whether a cap, a display and a screw fit.
module coupon() {
    intersection() {
        front();
        translate([coupon_from.x, coupon_from.y, -20]) cube([coupon_to.x - coupon_from.x, coupon_to.y - coupon_from.y, 20]);
    }
}
