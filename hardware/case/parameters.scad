// Every number of the case, in millimetres and degrees. Change them here, or with openscad -D name=value.
//
// Two frames are used throughout. The world: x to the right, y away from the players, z up, the table at z = 0.
// The panel: u to the right, v up along the panel, w out of it, its face at w = 0; see frames.scad.

// --- what you may want to choose
pi_model = "zero2w";      // "zero2w", "3a+" or "4"
table_display = "1.3";    // "1.3", or "2.42": the left display can be read across a table, and the case grows
fastener = "insert";      // "insert": M3 heat-set inserts; "selftap": the screws cut their own thread
tilt = 15;                // how far the panel leans towards the players
quick = false;            // coarse curves, for tests
$fa = quick ? 18 : 5;       // one facet for so many degrees …
$fs = quick ? 1.6 : 0.5;     // … or so many millimetres, whichever is larger

// --- tolerances: print caps and bezels first, and widen these if they bind
cap_clearance = 0.3;      // around a key cap, each side
bezel_clearance = 0.2;    // around a bezel, each side
lip_clearance = 0.2;      // between the front's lip and the bottom's wall
contact_gap = 0.05;       // between parts that touch: keeps the drawing free of shared faces

// --- the shell
is_large = table_display == "2.42";
case_width = is_large ? 172 : 148;
panel_length = is_large ? 114 : 99;               // along the slope
front_height = pi_model == "zero2w" ? 21 : 35;    // at the players' edge; the larger boards stand below the keys
wall = 2.4;                                       // six lines of a 0.4 mm nozzle
floor_thickness = 3;
panel_thickness = 3;
corner_radius = 12;
edge_radius = 5;                                  // rounding of the panel's rim …
edge_angle = 40;                                  // … as far as it prints face down without supports
skirt = 9;                                        // the front's side walls, below the face
lip = 2;                                          // thickness of the tongue that enters the bottom …
lip_height = 3;                                   // … and how far
engraving = 0.6;

// --- screws
column_diameter = 9;                              // the four that join front and bottom: M3 × 10, countersunk
column_inset = 9.4;                               // from the side walls' outside
column_inset_depth = 8.9;                         // from the front and rear walls' outside
column_top_below_face = 14.5;                     // where column and boss meet
screw_hole = 3.4;
screw_head = 6.4;
screw_grip = 3.2;                                 // plastic between the head's cone and the boss
insert_hole = 4.2;                                // M3 × 5 inserts with 4.6 mm outside
insert_depth = 6.5;
selftap_hole = 2.6;
small_boss = 6.5;                                 // key board: M3 × 6, cuts its own thread
small_hole = 2.5;
tiny_boss = 6;                                    // displays and Pi: M2.5, cuts its own thread
tiny_hole = 2;
skin = 2;                                         // what a blind hole leaves of the face or the floor
display_skin = 1.8;                               // … behind a display, so that a screw of 4 mm does not touch its end
foot_diameter = 10.5;                             // for self-adhesive feet
foot_recess = 1;

// --- displays: 1.3" SH1106 or SSD1306 on I²C with four pins.
// Measured on common modules; they differ between makers: measure yours.
// Each display is [board, holes' distances, width of a hole, glass, active area, its offset, bezel].
display_board = [35.4, 33.5, 1.2];
display_holes = [30.4, 28.5];
display_hole = 3;
display_glass = [34.5, 23, 1.5];
display_active = [29.4, 14.7];
display_active_offset = [0, 1.5];                 // of the active area from the board's middle: 1 to 2 mm by maker …
active_spread = [0, 0.5];                         // … which the window of either display covers
bezel_size = [50, 21.4];
small_display = [display_board, display_holes, display_hole, display_glass, display_active, display_active_offset, bezel_size];

// 2.42" SSD1309 on I²C with four pins: all sizes are our estimate, without a drawing or a module at hand: measure yours first.
large_board = [72, 43.5, 1.6];
large_holes = [66, 37.5];
large_hole = 3;
large_glass = [60.5, 37, 2];
large_active = [55, 27.5];
large_active_offset = [0, 1.5];
large_bezel_size = [67, 34];
large_display = [large_board, large_holes, large_hole, large_glass, large_active, large_active_offset, large_bezel_size];

// [place of its middle on the panel, display]: the table on the left, the prompt on the right
displays = is_large ? [[[-35.5, 25], large_display], [[50, 25], small_display]]
                    : [[[-36.5, 22.5], small_display], [[36.5, 22.5], small_display]];
window_margin = 0.4;                              // the window shows that much more than the active area
bezel_radius = 3.5;
bezel_recess = 0.7;                               // its face lies below the panel's
bezel_bevel = 0.8;
bezel_flare = [1.5, 14];                          // its ends widen behind the face by so much, over this height: it cannot fall out
glass_clearance = 1.6;                            // from the glass to the bosses, for a glass that is not in the middle
stub = [2, 2.6];                                  // what a soldered pin shows on a board's other side, and the room for it

// --- keys: 6 × 6 × 5 mm tactile switches on a perforated board, 2.54 mm apart.
grid = 2.54;
switch_body = [6, 6, 3.5];
switch_height = 5;                                // from the board to the plunger's top
switch_plunger = 3.5;
key_board = [128, 40, 1.6];                       // cut from a 9 × 15 cm or a 100 × 160 mm board
key_solder = 2;                                   // joints and wires below it
keys_at = [0, is_large ? -22.5 : -15.5];          // the key board's middle on the panel
key_board_holes = [[-24, 6], [24, 6], [-24, -6], [24, -6], [-9, 0], [9, 0]] * grid;  // drill 3.2 mm
// name, kind, place on the key board
keys = [
    ["up", "arrow", [-18, 5] * grid, 0], ["left", "arrow", [-23, 0] * grid, 90],
    ["down", "arrow", [-18, -5] * grid, 180], ["right", "arrow", [-13, 0] * grid, 270],
    ["1", "seat", [-5, 2] * grid, 0], ["2", "seat", [0, 2] * grid, 0], ["3", "seat", [5, 2] * grid, 0],
    ["4", "seat", [-5, -3] * grid, 0], ["5", "seat", [0, -3] * grid, 0], ["6", "seat", [5, -3] * grid, 0],
    ["back", "back", [14, -2] * grid, 0], ["ok", "ok", [21, 1] * grid, 0],
];
hub_at = [-18, 0] * grid;                         // middle of the d-pad

cap_size = 10;
cap_radius = 2.4;
ok_diameter = 16.4;
back_diameter = 12.4;
cap_proud = 3.2;                                  // above the face
cap_flange = 2;                                   // thickness of the rim that keeps a cap in
cap_flange_reach = 1.1;
round_flange_reach = 2.2;                         // wider: it has a notch, so that the legend stays upright
cap_play = 0.7;                                   // between flange and panel at rest; discs of paper in the cap take up what is too much
cap_seat = 1;                                     // the plunger enters the cap that far
cap_bore = 4.7;                                   // for the plunger
cap_edge = 1.3;
legend = 0.6;

// --- the buzzer: active, 12 mm across, behind a grille between the displays, clear of the wires on the header
buzzer_diameter = 12;
buzzer_height = 9.5;
buzzer_clearance = 0.6;                           // around it
buzzer_ring = 2;
buzzer_at = is_large ? [11.2, 39.5] : [0, 33.5];
grille_hole = 2;
grille_pitch = 3.4;

// --- the Pi: its ports look out of the rear wall, its memory card lies above a hatch in the floor
standoff = 4;
pi_gap = 1.2;                                     // from the board's edge to the rear wall
pi_edge = 59;                                     // x of the board's edge with the memory card
pi_hole = 2.75;
usb_opening_height = 9;                           // a micro-USB or USB-C plug with its grip
socket_height = 14;                               // of a jumper wire
wire_bend = 4;                                    // what a jumper wire needs above its socket to turn aside
cable_opening = [18, 10];                         // 3A+ and 4: a USB-A plug passes through to the board

// --- ventilation
slot = 2.4;
slot_pitch = 5.4;

// --- the fit coupon: a piece of the front with the hole of key 3, a boss of the key board and a corner of the right display
coupon_from = is_large ? [5.5, -26.5] : [5.5, -19.5];
coupon_to = is_large ? [38.5, 18.5] : [27, 16];

// --- for the proof only
part_error = 0;                                   // the bought parts lie that far to the right and up
glass_error = 0;                                  // the glass of a display lies that far up

font = "Liberation Sans:style=Bold";
