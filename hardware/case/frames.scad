// Where things are: the panel's frame in the world, and the sheared box that is vertical below a tilted face.

panel_depth = panel_length * cos(tilt);                               // seen from above
face_middle = front_height + panel_depth / 2 * tan(tilt);             // height of the face's middle
inner_depth = panel_depth - 2 * wall;
columns = [for (x = [-1, 1], y = [-1, 1])
    [x * (case_width / 2 - column_inset), y * (panel_depth / 2 - column_inset_depth)]];

function face_height(y) = face_middle + y * tan(tilt);
function column_top(y) = face_height(y) - column_top_below_face;

// Puts what is drawn in the panel's frame into the world.
module in_panel() { translate([0, 0, face_middle]) rotate([tilt, 0, 0]) children(); }

// Puts what is drawn in the world into the panel's frame.
module from_world() { rotate([-tilt, 0, 0]) translate([0, 0, -face_middle]) children(); }

// z counts from the tilted face, straight down or up; verticals stay vertical.
module below_face() {
    multmatrix([[1, 0, 0, 0], [0, 1, 0, 0], [0, tan(tilt), 1, face_middle], [0, 0, 0, 1]]) children();
}

module rounded(size, radius) {
    if (radius > 0) offset(r = radius) square([size.x - 2 * radius, size.y - 2 * radius], center = true);
    else square(size, center = true);
}

// The case seen from above, shrunk by inset.
module plan(inset = 0) {
    rounded([case_width - 2 * inset, panel_depth - 2 * inset], max(0.5, corner_radius - inset));
}

// The whole outside: chamfered at the table, rounded at the panel's rim.
module outside() {
    slice = 0.01;
    hull() {
        linear_extrude(slice) plan(1);
        translate([0, 0, 1]) linear_extrude(slice) plan();
        below_face() for (angle = [0:edge_angle / (quick ? 2 : 4):edge_angle + 0.01])
            translate([0, 0, -edge_radius * (sin(edge_angle) - sin(angle)) - slice])
                linear_extrude(slice) plan(edge_radius * (1 - cos(angle)));
    }
}

// Everything between two depths below the face.
module between(shallow, deep) {
    below_face() translate([-200, -200, -deep]) cube([400, 400, deep - shallow]);
}

module slot_field(count, length) {
    for (i = [0:count - 1]) translate([(i - (count - 1) / 2) * slot_pitch, 0])
        hull() for (end = [-1, 1]) translate([0, end * (length - slot) / 2]) circle(d = slot);
}
