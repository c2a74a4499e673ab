// Makes each part and picture by its name: openscad -D 'part="tray"' -o tray.stl table.scad
include <layout.scad>
use <parts.scad>
include <steps.scad>

part = "plate-picture";
eye = [0, 0, 0]; // angles of the camera; labels are turned to face it

// `use` imports no variables, so some colours of parts.scad are repeated here.
wood = [0.84, 0.68, 0.47];
dark_wood = [0.62, 0.44, 0.27];
felt = [0.12, 0.42, 0.34];
print = [0.93, 0.55, 0.16];
black = [0.13, 0.13, 0.14];
cream = [0.96, 0.93, 0.84];
steel = [0.68, 0.70, 0.73];
foam = [0.42, 0.45, 0.52];
dark_foam = [0.27, 0.29, 0.34];
cable = [0.62, 0.64, 0.68];
paper = [0.88, 0.88, 0.84];
$fn = 48;

suits = [suit_clubs, suit_diamonds, suit_hearts, suit_spades];
pcb = 1.6;
reader_at = plate_body - pad_gap - pcb;
// The head of a key ends 0.2 below the end of the pocket in the key's cap.
keys_at = plate_body + 0.3 - keys_height - keys_board;
strip_at = plate_body - 3;
rest_at = keys_at + keys_board; // the director's board lies below its two rests
rest_height = plate_body - rest_at;
director_rest = board_width([for (k = table_director) [-k[1]]]) / 2 - 5;

module seat_tray() {
  tray(seat_opening, seat_flange, seat_module, seat_keys, seat_strip, seat_screws, seat_drains,
       seat_channel, plate_body, tray_wall, tray_floor, tray_clearance,
       reader_at, keys_at, strip_at);
}

module seats() { for (turn = turns) rotate(turn) children(); }

module ring(rect, width) {
  difference() {
    flat(rect);
    around(rect, -width);
  }
}

// The upper side of a seat: the mark on the felt, the printed sheet, the lights.
module seat_top() {
  color(paper) linear_extrude(0.4) flat(seat_front);
  translate([0, 0, 0.4]) legends(seat_keys, suits);
  color([0.97, 0.80, 0.25]) translate([0, 0, 0.4]) linear_extrude(0.4) holes(seat_lights);
  color(cream) translate([0, 0, 0.4]) linear_extrude(0.4) ring(seat_mark, 1.2);
}

module display_top() {
  color(print) render() frame(table_frame, table_window, display_lip);
  color([0.95, 0.95, 0.92]) linear_extrude(1) flat(table_active);
  color(black) translate([0, 0, 1]) linear_extrude(0.2) {
    translate([0, 8]) text("162 : 0", 13, "DejaVu Sans:style=Bold", halign = "center");
    translate([0, -14]) text("South to lead", 6, "DejaVu Sans", halign = "center");
  }
  color(paper) linear_extrude(0.4) flat(table_director_front);
  names = ["MENU", "UNDO", "OK", "MUTE"];
  for (n = [0:3]) translate([table_director[n][0], table_director[n][1], 0.4]) {
    color(cream) linear_extrude(0.1) offset(3) square(13, center = true);
    color(black) translate([0, 0, 0.1]) linear_extrude(0.2)
      text(names[n], 4, "DejaVu Sans:style=Bold", halign = "center", valign = "center");
  }
}

module card(x, y, turn) {
  translate([x, y, 1.5]) rotate(turn) {
    color([1, 1, 1]) linear_extrude(0.4) flat([0, 0, pad_card_width, pad_card_length, 3]);
    color([0.7, 0.15, 0.12]) translate([0, 0, 0.4]) linear_extrude(0.2) suit(suit_hearts, 26);
  }
}

module plate_picture() {
  color(dark_wood) linear_extrude(plate_body) flat(table_plate);
  translate([0, 0, plate_body]) {
    color(felt) linear_extrude(plate_skin) around(table_plate, -6);
    translate([0, 0, plate_skin]) {
      seats() seat_top();
      display_top();
      card(seat_card[0], seat_card[1], 0);
    }
  }
}

module near_seat() { // cuts the area around one seat out of a 2D shape
  intersection() {
    children();
    translate([0, seat_opening[1]]) square([200, 225], center = true);
  }
}

module label(z, words) { // a label that faces the camera, beside a layer
  translate([112, seat_opening[1] + 60, z]) rotate(eye) color(black)
    text(words, 9, "DejaVu Sans", valign = "center");
}

module exploded_picture() {
  step = 78;
  translate([0, 0, -46]) color(print) render() seat_tray();
  translate([0, 0, -12]) {
    switches(seat_keys, keys_height, keys_board);
    translate([0, 0, 4]) lights(seat_strip, seat_lights);
    translate([0, 0, 4]) reader(seat_module, seat_antenna, pcb);
  }
  translate([0, 0, 2 * step + 14]) color(dark_wood) linear_extrude(plate_body)
    near_seat() sheet(table_plate, table_body_rects, []);
  translate([0, 0, 3 * step - 26]) color(print) for (k = seat_keys)
    translate([k[0], k[1], 0]) render() cap(keys_cap, plate_skin + 2, 4);
  translate([0, 0, 3 * step + 10]) color(wood) linear_extrude(plate_skin)
    near_seat() sheet(table_plate, table_skin_rects, table_skin_holes);
  translate([0, 0, 4 * step]) {
    color(paper) linear_extrude(0.6) sheet(seat_front, [], seat_lights);
    translate([0, 0, 0.6]) legends(seat_keys, suits);
    color(felt) linear_extrude(pad_felt)
      flat([seat_mark[0], seat_mark[1] + 2, 140, 112, 3]);
    color(cream) translate([0, 0, pad_felt]) linear_extrude(0.3) ring(seat_mark, 1.2);
  }
  translate([0, 0, 4 * step + 24]) card(seat_card[0], seat_card[1], 0);
  label(4 * step + 30, "card, its sticker below");
  label(4 * step - 6, str("felt ", pad_felt, "; printed sheet, film"));
  label(3 * step + 6, str("skin ", plate_skin, "; caps from below"));
  label(2 * step + 14, str("body ", plate_body));
  label(2, "reader, lights, keys");
  label(-50, "tray with its drains");
}

module groove() {
  by = channels_drip_from_edge;
  ring([0, 0, table_plate[2] - 2 * by, table_plate[3] - 2 * by, table_plate[4]], channels_drip_width);
}

module grooved_body() { // the body with the drip groove in its lower side
  color(dark_wood) translate([0, 0, channels_drip_depth])
    linear_extrude(plate_body - channels_drip_depth) sheet(table_plate, table_body_rects, []);
  color(dark_wood) linear_extrude(channels_drip_depth) difference() {
    sheet(table_plate, table_body_rects, []);
    groove();
  }
}

module director_board(z) { // the director's keys, in a row along y
  translate([table_director[0][0], 0, z]) rotate(-90) switches(
    [for (k = table_director) [-k[1], 0, k[2]]], keys_height, keys_board);
}

module in_bay() { // the parts below the skin in the bay
  color([0.10, 0.45, 0.30]) translate([0, 0, plate_body - 3]) linear_extrude(pcb) flat(table_module);
  director_board(keys_at);
  color(print) for (y = [-1, 1]) translate([table_director[0][0], y * director_rest, rest_at])
    rotate(90) rest(rest_height);
}

module below_picture() rotate([180, 0, 0]) { // the plate upside down, before the trays are fitted
  color(wood) translate([0, 0, plate_body]) linear_extrude(plate_skin) flat(table_plate);
  grooved_body();
  seats() {
    translate([0, 0, reader_at]) reader(seat_module, seat_antenna, pcb);
    translate([0, 0, keys_at]) switches(seat_keys, keys_height, keys_board);
    translate([0, 0, strip_at]) color(cream) linear_extrude(0.4) flat(seat_strip);
    translate([0, 0, plate_body - seat_rap[2]]) rap_sensor(seat_rap);
    color(cable) translate([0, seat_channel[1], 5])
      cube([20, seat_channel[3] - 4, 1.2], center = true);
    for (s = seat_screws) pilot(s);
  }
  in_bay();
  for (leg = table_legs) color(steel) translate([0, 0, -2]) linear_extrude(2) flat(leg);
}

module pilot(s) { color(black) translate([s[0], s[1], -0.2]) cylinder(d = s[2], h = 0.2); }

module strip_of(n) { // cuts a strip of the mat: 0 South, 1 middle, 2 North
  rows = [-table_plate[3] / 2, -mat_fold, mat_fold, table_plate[3] / 2];
  intersection() {
    children();
    translate([-table_plate[2], rows[n]]) square([2 * table_plate[2], rows[n + 1] - rows[n]]);
  }
}

module mat_box() { // the box on the mat: its lid has the display and the director's keys
  color(wood) linear_extrude(channels_bay_rim) flats(table_rim);
  translate([0, 0, channels_bay_rim]) {
    color(wood) linear_extrude(plate_skin) mat_lid();
    translate([0, 0, plate_skin]) display_top();
  }
}

module mat_lid() { sheet(table_bay_cover, [table_window], concat(table_bay_screws, table_director)); }

module mat_part(n) { // the cover of a strip, and the shapes on it
  color(felt) linear_extrude(mat_cover) strip_of(n) sheet(table_plate, [table_bay], []);
  translate([0, 0, mat_cover]) children();
}

module mat_picture() { // the mat's strips, drawn apart; South without its cover
  apart = 16;
  module at(n) translate([0, (n - 1) * apart, 0]) children();
  for (n = [0:2]) at(n) {
    color(dark_foam) linear_extrude(mat_base) strip_of(n) flat(table_plate);
    color(foam) translate([0, 0, mat_base]) linear_extrude(mat_core)
      strip_of(n) sheet(table_plate, table_body_rects, []);
  }
  at(0) translate([0, 0, mat_base]) {
    reader(seat_module, seat_antenna, pcb);
    switches(seat_keys, mat_key_height, keys_board);
    lights(seat_strip, seat_lights);
    color(cable) translate([0, seat_channel[1] - 10, 2])
      cube([20, seat_channel[3] - 20, 1.2], center = true);
  }
  translate([0, 0, mat_base + mat_core]) {
    at(1) mat_part(1) {
      rotate(90) seat_top();
      rotate(-90) seat_top();
      mat_box();
    }
    at(2) mat_part(2) rotate(180) seat_top();
  }
}

if (part == "tray") translate([0, -seat_opening[1], 0]) seat_tray();
if (part == "frame") frame(table_frame, table_window, display_lip);
if (part == "cap") cap(keys_cap, plate_skin + 2, 4);
if (part == "plate-skin") sheet(table_plate, table_skin_rects, table_skin_holes);
if (part == "plate-body" || part == "mat-core") sheet(table_plate, table_body_rects, []);
if (part == "bay-cover") sheet(table_bay_cover, [], concat(table_bay_screws, table_bay_drains));
if (part == "rest") rest(rest_height);
if (part == "mat-lid") mat_lid();
if (part == "mat-cover") sheet(table_plate, table_cover_rects, table_cover_holes);
if (part == "plate-picture") plate_picture();
if (part == "exploded") exploded_picture();
if (part == "below") below_picture();
if (part == "mat-picture") mat_picture();
