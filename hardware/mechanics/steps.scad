// Pictures for the building steps. table.scad includes this file, and has the modules and colours
// that are used here.

module note(at, words, size = 9) { // a label that faces the camera
  translate(at) rotate(eye) color(black) text(words, size, "DejaVu Sans", valign = "center");
}

module step_plate() { // the plate's two sheets before they are glued
  color(dark_wood) linear_extrude(plate_body) sheet(table_plate, table_body_rects, []);
  translate([0, 0, 260]) color(wood) linear_extrude(plate_skin)
    sheet(table_plate, table_skin_rects, table_skin_holes);
  note([465, 240, 0], str("body ", plate_body), 26);
  note([465, 395, 260], str("skin ", plate_skin), 26);
}

module middle() { // cuts the area around the bay out of a 2D shape
  intersection() {
    children();
    square([300, 210], center = true);
  }
}

module step_display() { // the parts around the display's window, drawn apart
  translate([0, 0, 270]) {
    color(print) render() frame(table_frame, table_window, display_lip);
    color(paper) linear_extrude(0.4) flat(table_director_front);
    names = ["MENU", "UNDO", "OK", "MUTE"];
    for (n = [0:3]) translate([table_director[n][0], table_director[n][1], 0.5]) {
      color(cream) linear_extrude(0.1) offset(3) square(13, center = true);
      color(black) translate([0, 0, 0.1]) linear_extrude(0.2)
        text(names[n], 4, "DejaVu Sans:style=Bold", halign = "center", valign = "center");
    }
  }
  translate([0, 0, 215]) color(wood) linear_extrude(plate_skin)
    middle() sheet(table_plate, table_skin_rects, table_skin_holes);
  color(print) for (k = table_director) translate([k[0], k[1], 130])
    render() cap(keys_cap, plate_skin + 2, 4);
  color([0.10, 0.45, 0.30]) linear_extrude(pcb) flat(table_module);
  color(cream) translate([0, 0, pcb]) linear_extrude(1.2) flat(table_panel);
  color([0.99, 0.99, 0.97]) translate([0, 0, pcb + 1.2]) linear_extrude(0.2) flat(table_active);
  director_board(0);
  color(print) for (y = [-1, 1]) translate([table_director[0][0], y * director_rest, 30])
    rotate(90) rest(rest_height);
  note([168, 40, 268], "frame, printed sheet");
  note([168, 40, 216], str("skin ", plate_skin));
  note([168, 40, 130], "caps from below");
  note([168, 40, 30], "two rests");
  note([168, 40, 0], "display, keys on their board");
}

module step_tray() { // a seat's parts in their tray
  color(print) render() seat_tray();
  translate([0, 0, tray_floor]) {
    translate([0, 0, reader_at]) reader(seat_module, seat_antenna, pcb);
    translate([0, 0, keys_at]) switches(seat_keys, keys_height, keys_board);
    translate([0, 0, strip_at]) lights(seat_strip, seat_lights);
    rap_at = tray_floor + plate_body - seat_rap[2];
    translate([0, 0, rap_at]) rap_sensor(seat_rap);
    color(cable) translate([0, seat_opening[1] + seat_opening[3] / 2 + 18, 5])
      cube([22, 56, 1.2], center = true);
  }
  x = 98;
  note([x, seat_opening[1] + 118, 8], "cables to the middle");
  note([x, seat_module[1] + 14, 8], "reader, coil up, pins inwards");
  note([x, seat_rap[1] - 22, 8], "rap sensor (glued to the skin)");
  note([x, seat_strip[1], 8], "lights, the first one left");
  note([x, seat_keys[0][1] - 4, 8], "keys, clubs left");
}

// The circuit board in the box, with rough shapes of its parts.
module box_board() {
  place = table_box;
  color([0.75, 0.60, 0.32]) linear_extrude(pcb) flat(place);
  right = place[0] + place[2] / 2;
  translate([0, 0, pcb]) {
    color(black) translate([right - 66, -14, 0]) cube([62, 28, 8.5]);
    color([0.10, 0.16, 0.22]) translate([right - 66, -14, 11]) cube([62, 28, 1.6]);
    color(steel) translate([right - 60, -9, 12.6]) cube([25, 18, 3.1]);
    for (y = [-1, 1]) {
      color(cream) for (n = [0:5]) translate([place[0] - 68 + n * 24, y * 44 - 3, 0])
        cube([20, 6, 9]);
      color(black) translate([place[0] - 60, y * 22 - 5, 0]) cube([36, 10, 7]);
    }
    color(black) translate([place[0] - 10, -12, 0]) cube([18, 8, 7]);
    color(black) translate([place[0] - 10, 4, 0]) cube([18, 8, 7]);
    color([0.2, 0.3, 0.55]) translate([place[0] - 50, 0, 5]) rotate([0, 90, 0])
      cylinder(d = 10, h = 18);
  }
}

module step_box() { // the cover with the circuit board on it, and the battens above it
  color(wood) linear_extrude(plate_skin)
    sheet(table_bay_cover, [], concat(table_bay_screws, table_bay_drains));
  translate([0, 0, plate_skin]) {
    color(cream) for (x = [-1, 1], y = [-1, 1])
      translate([table_box[0] + x * 76, table_box[1] + y * 46]) cylinder(d = 5, h = 5);
    translate([0, 0, 5]) box_board();
    color(steel) translate([70, 30, 0]) cube([40, 1.5, 22]);
    color(black) translate([85, 27, 6]) cube([10, 3, 14]);
  }
  translate([0, 0, 150]) color(wood) render() difference() {
    linear_extrude(channels_bay_rim) flats(table_rim);
    for (x = [-1, 1]) translate([x * 126, 0, channels_bay_rim / 2]) rotate([0, 90, 0])
      cylinder(d = 14, h = 30, center = true);
  }
  note([150, 20, 160], "battens, below the plate");
  note([150, 20, 14], "board, regulator");
  note([150, 20, -4], "cover with its drains");
}

module step_closed() rotate([180, 0, 0]) { // the finished table from below
  color(wood) translate([0, 0, plate_body]) linear_extrude(plate_skin) flat(table_plate);
  grooved_body();
  seats() translate([0, 0, -tray_floor]) {
    color(print) linear_extrude(tray_floor) difference() {
      flat(seat_flange);
      holes(seat_drains);
    }
    for (s = seat_screws) pilot(s);
  }
  color(wood) translate([0, 0, -plate_skin]) linear_extrude(plate_skin) flats(table_lids);
  translate([0, 0, -plate_skin]) for (s = table_lid_screws) pilot(s);
  color(wood) translate([0, 0, -channels_bay_rim]) linear_extrude(channels_bay_rim) flats(table_rim);
  color(wood) translate([0, 0, -channels_bay_rim - plate_skin]) linear_extrude(plate_skin)
    sheet(table_bay_cover, [], table_bay_drains);
  translate([0, 0, -channels_bay_rim - plate_skin]) for (s = table_bay_screws) pilot(s);
  for (leg = table_legs) {
    color(steel) translate([0, 0, -2]) linear_extrude(2) flat(leg);
    color(steel) translate([leg[0], leg[1], -60]) cylinder(d = 40, h = 60);
  }
  // The supply's cable goes from a batten to a leg, and crosses no tray.
  color(black) {
    translate([-142, 0, -6]) cube([25, 5, 5], center = true);
    translate([-152, 165, -6]) cube([5, 335, 5], center = true);
    translate([-236, 331, -6]) cube([172, 5, 5], center = true);
    translate([-332, 331, -4]) cube([45, 11, 11], center = true);
  }
}

module step_bench() { // all electronics, before they are built into the wood
  box_board();
  for (turn = turns) rotate(turn) {
    translate([0, 95, 0]) {
      reader(seat_module, seat_antenna, pcb);
      switches(seat_keys, keys_height, keys_board);
      lights(seat_strip, seat_lights);
      rap_sensor(seat_rap);
    }
    color(cable) translate([0, -104, -1]) cube([20, 104, 0.8], center = true);
    color(cable) translate([34, -169, -1]) cube([12, 234, 0.8], center = true);
    color(cable) translate([-50, -160, -1]) cube([6, 216, 0.8], center = true);
  }
  translate([185, 165, 0]) {
    color([0.10, 0.45, 0.30]) linear_extrude(pcb) flat(table_module);
    color(cream) translate([0, 0, pcb]) linear_extrude(1.2) flat(table_panel);
    color([0.99, 0.99, 0.97]) translate([0, 0, pcb + 1.2]) linear_extrude(0.2) flat(table_active);
    director_board(0);
  }
  color(black) translate([-180, 150, 2]) rotate(-40) cube([150, 4, 4], center = true);
  note([140, 238, 0], "display, director's keys", 11);
  note([-330, 225, 0], "supply", 11);
  note([-18, -330, 0], "South", 11);
}

if (part == "step-bench") step_bench();
if (part == "step-plate") step_plate();
if (part == "step-display") step_display();
if (part == "step-tray") step_tray();
if (part == "step-box") step_box();
if (part == "step-closed") step_closed();
