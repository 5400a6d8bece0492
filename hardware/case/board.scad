// The bought parts, as far as the case must know them: for the pictures and for the proof that nothing collides.

// Raspberry Pi boards, from their mechanical drawings: ports along the lower edge, places from the lower left corner.
// [size, spacing of the holes, ports [middle, width of the opening, height of its middle above the board],
//  labels [text, place], hatch [place, size], bodies [place, size] of what stands on the board, header's middle]
pi_board_thickness = 1.4;
pi_zero = [
    [65, 30], [58, 23],
    [[47.7, 24, 1.5]],
    [["DICE", 41.4], ["5V", 54]],
    [[-6, 16.9], [11, 16]],
    [[[12.4, 3.2], [11.2, 7.6, 3.3]], [[41.4, 2.2], [7.6, 5.6, 2.7]], [[54, 2.2], [7.6, 5.6, 2.7]],
     [[5.8, 16.9], [11.4, 12, 1.4]], [[25, 16], [12, 12, 1.2]]],
    [32.5, 26.5],
];
pi_3a_plus = [
    [65, 56], [58, 49],
    [[10.6, 13, 1.5]],
    [["5V", 10.6]],
    [[-1, 28], [16, 16]],
    [[[10.6, 2.4], [7.6, 5.6, 2.7]], [[32, 5.5], [15, 12, 6.5]], [[53.5, 6.5], [7, 13, 6]],
     [[58.5, 31.4], [14, 13.3, 7]], [[26, 30], [14, 14, 2.4]]],
    [32.5, 52.5],
];
pi_4 = [
    [85, 56], [58, 49],
    [[11.2, 13.5, 1.6]],
    [["5V", 11.2]],
    [[-1, 28], [16, 16]],
    [[[11.2, 3], [9, 7.4, 3.2]], [[26, 3], [7, 7.4, 3]], [[39.5, 3], [7, 7.4, 3]], [[54, 6.5], [7, 13, 6]],
     [[77.5, 9], [18, 13.2, 16]], [[77.5, 27], [18, 13.2, 16]], [[76.5, 45.7], [20, 16, 13.5]], [[29, 30], [15, 15, 2.4]]],
    [32.5, 52.5],
];
function pi_size(board) = board[0];
function pi_holes(board) = board[1];
function pi_ports(board) = board[2];
function pi_labels(board) = board[3];
function pi_hatch(board) = board[4];
function pi_hole_places(board) = [for (x = [0, 1], y = [0, 1]) [3.5 + x * board[1].x, 3.5 + y * board[1].y]];

module pi_plate() {
    linear_extrude(pi_board_thickness) difference() {
        translate(pi_size(pi) / 2) rounded(pi_size(pi), 3);
        for (hole = pi_hole_places(pi)) translate(hole) circle(d = pi_hole);
    }
}

module pi_metal() {
    for (body = pi[5]) translate([body[0].x - body[1].x / 2, body[0].y - body[1].y / 2, pi_board_thickness + 0.01]) cube(body[1]);
}

module pi_header() {
    translate([pi[6].x - 10 * grid, pi[6].y - grid, pi_board_thickness + 0.01]) cube([20 * grid, 2 * grid, 2.5]);
}

module pi_header_pins() {
    for (i = [0:19], j = [0, 1])
        translate([pi[6].x + (i - 9.5) * grid - 0.32, pi[6].y + (j - 0.5) * grid - 0.32, pi_board_thickness]) cube([0.64, 0.64, 8.5]);
}

// Jumper wires on the header: their sockets, and the bends by which the wires turn aside.
module pi_jumpers() {
    translate([pi[6].x - 10 * grid, pi[6].y - grid, pi_board_thickness + 2.6]) {
        cube([20 * grid, 2 * grid, socket_height]);
        translate([-wire_bend, -wire_bend, socket_height]) cube([20 * grid + 2 * wire_bend, 2 * grid + 2 * wire_bend, wire_bend]);
    }
}

module in_pi() { translate([pi_edge, pi_rear, floor_thickness + standoff]) rotate(180) children(); }

// A display's parts, in the panel's frame with the board's middle at the origin.
module display_plate() {
    translate([0, 0, board_top() - contact_gap - board().z]) linear_extrude(board().z) difference() {
        square([board().x, board().y], center = true);
        at_display_holes() circle(d = hole());
    }
}
module display_panel() {
    translate([-part_error - glass().x / 2, glass_error - part_error - glass().y / 2, board_top()]) cube(glass());
}
module display_header() {
    translate([-2 * grid, board().y / 2 - 1.5 - grid / 2, board_top() - contact_gap - board().z - 2.5]) cube([4 * grid, grid, 2.49]);
}
module display_stubs() {
    for (pin = [-1.5:1.5]) translate([pin * grid, board().y / 2 - 1.5, board_top()]) cylinder(d = 1.6, h = stub.x);
}
// Sockets on its pins; their wires turn aside or towards the keys, away from the rear wall.
module display_wires() {
    translate([-2 * grid, board().y / 2 - 1.5 - grid / 2, board_top() - contact_gap - board().z - 2.51]) mirror([0, 0, 1]) {
        cube([4 * grid, grid, socket_height]);
        translate([-wire_bend, -wire_bend, socket_height]) cube([4 * grid + 2 * wire_bend, grid + wire_bend, wire_bend]);
    }
}

// The key board's parts, in the panel's frame.
module key_plate(perforated = true) {
    translate([keys_at.x, keys_at.y, key_board_top - key_board.z - contact_gap]) linear_extrude(key_board.z) difference() {
        square([key_board.x, key_board.y], center = true);
        for (hole = key_board_holes) translate(hole) circle(d = 3.2);
        if (perforated) for (x = [-24.5:24.5], y = [-7:7]) translate([x, y] * grid) circle(d = 1, $fn = 8);
    }
}
module key_wiring() {
    translate([keys_at.x - key_board.x / 2 + 1, keys_at.y - 13 - 1, key_board_top - key_board.z - key_solder]) difference() {
        cube([key_board.x - 2, 28, key_solder - 0.1]);
    }
}
module switches() {
    for (key = keys) translate([keys_at.x + key[2].x, keys_at.y + key[2].y, key_board_top])
        translate([-switch_body.x / 2, -switch_body.y / 2]) cube(switch_body);
}
module plungers() {
    for (key = keys) translate([keys_at.x + key[2].x, keys_at.y + key[2].y, key_board_top]) cylinder(d = switch_plunger, h = switch_height);
}
module buzzer() {
    translate([buzzer_at.x, buzzer_at.y, -panel_thickness - contact_gap - buzzer_height]) cylinder(d = buzzer_diameter, h = buzzer_height);
}
