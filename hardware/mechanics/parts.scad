// The table's parts as modules, in mm. The sizes of board.toml come as arguments. A hole is
// [x, y, diameter]; a rectangle is [x, y, width, height, radius]. x and y are the shape's middle.

$fn = 48;

board = [0.10, 0.33, 0.62];
copper = [0.86, 0.55, 0.28];
black = [0.13, 0.13, 0.14];
cream = [0.96, 0.93, 0.84];
red = [0.70, 0.15, 0.12];
steel = [0.68, 0.70, 0.73];

module flat(rect) { // a rectangle, with rounded corners if its radius is not 0
  r = rect[4];
  translate([rect[0], rect[1]])
    if (r > 0) offset(r) square([rect[2] - 2 * r, rect[3] - 2 * r], center = true);
    else square([rect[2], rect[3]], center = true);
}

module holes(list) { for (h = list) translate([h[0], h[1]]) circle(d = h[2]); }

module flats(list) { for (r = list) flat(r); }

module sheet(outline, rects, list) { // a 2D sheet with openings and holes cut out
  difference() {
    flat(outline);
    flats(rects);
    holes(list);
  }
}

module around(rect, by) { // the rectangle, larger by `by` on each side; `by` may be negative
  flat([rect[0], rect[1], rect[2] + 2 * by, rect[3] + 2 * by, rect[4]]);
}

// The tray of a seat: a box that is pushed from below into the opening, with a flange below the
// body. Four posts carry the reader, two ribs carry the board of the keys, and one rib carries the
// lights. Each drain is a funnel in the floor.
module tray(opening, flange, reader, keys, strip, screws, drains, channel,
            depth, wall, bottom, clearance, reader_at, keys_at, strip_at) {
  difference() {
    union() {
      linear_extrude(bottom) flat(flange);
      translate([0, 0, bottom]) linear_extrude(depth) difference() {
        around(opening, -clearance);
        around(opening, -clearance - wall);
      }
      post_x = reader[2] / 2 - 4;
      post_y = reader[3] / 2 - 4;
      for (x = [-1, 1], y = [-1, 1])
        translate([reader[0] + x * post_x, reader[1] + y * post_y, bottom])
          cylinder(d = 5, h = reader_at);
      for (x = [-1, 1])
        translate([x * (board_width(keys) / 2 - 1), keys[0][1], bottom + keys_at / 2])
          cube([3, 22, keys_at], center = true);
      translate([strip[0], strip[1], bottom + strip_at / 2])
        cube([strip[2], 3, strip_at], center = true);
    }
    for (h = concat(screws, drains)) translate([h[0], h[1], -1]) cylinder(d = h[2], h = bottom + 2);
    for (h = drains) translate([h[0], h[1], bottom - 1]) cylinder(d1 = h[2], d2 = h[2] + 6, h = 1.01);
    // The cables leave towards the table's middle through this cut, 3 above the floor.
    translate([channel[0], opening[1] + opening[3] / 2, bottom + depth / 2 + 3])
      cube([channel[2] - 2, 6 * wall, depth], center = true);
  }
}

// The frame on the skin around the display's window. It keeps puddles off the glass.
module frame(outer, window, lip) {
  difference() {
    hull() {
      linear_extrude(0.8) flat(outer);
      linear_extrude(lip) around(outer, -2);
    }
    translate([0, 0, -1]) linear_extrude(lip + 2) flat(window);
    translate([0, 0, 1.2]) hull() {
      linear_extrude(0.01) flat(window);
      translate([0, 0, lip - 1.2]) linear_extrude(0.1) around(window, 2);
    }
  }
}

// The cap of a key. A collar at the lower end keeps the cap in its hole. The square head of the
// key goes into the pocket in the same end.
module cap(width, height, head) {
  difference() {
    union() {
      cylinder(d = width, h = height);
      cylinder(d = width + 3, h = 1);
    }
    translate([0, 0, -0.01]) linear_extrude(1.5) square(head, center = true);
  }
}

module reader(rect, antenna, thick) { // an MFRC522 module with its coil up
  color(board) linear_extrude(thick) flat(rect);
  for (n = [0:3]) color(copper) translate([0, 0, thick]) linear_extrude(0.2) difference() {
    around(antenna, -2 - 2 * n);
    around(antenna, -3 - 2 * n);
  }
  end = rect[1] + rect[3] / 2;
  color(black) translate([rect[0], end - 10, -1.2]) cube([9, 9, 2.4], center = true);
  color(steel) for (n = [-3.5:3.5])
    translate([rect[0] + n * 2.54, end - 2.5, thick]) cylinder(d = 1.6, h = 0.6);
}

module rap_sensor(rect) { // a vibration switch that lies flat
  color(steel) translate([rect[0], rect[1] - rect[3] / 2, rect[2] / 2])
    rotate([-90, 0, 0]) cylinder(d = rect[2], h = rect[3]);
}

// A rest keeps the director's board at its distance below the skin.
module rest(height) { translate([-5, -9, 0]) cube([10, 18, height]); }

function board_width(keys) = len(keys) * (keys[1][0] - keys[0][0]) + 6;

module switches(keys, height, thick) { // keys on their board
  color([0.16, 0.45, 0.25]) linear_extrude(thick)
    translate([0, keys[0][1]]) square([board_width(keys), 18], center = true);
  for (k = keys) translate([k[0], k[1], thick]) {
    color(black) translate([-6, -6, 0]) cube([12, 12, height / 2]);
    color(cream) translate([-1.9, -1.9, 0]) cube([3.8, 3.8, height]);
  }
}

module lights(strip, places) {
  color(cream) linear_extrude(0.4) flat(strip);
  for (p = places) {
    color([1, 1, 1]) translate([p[0] - 2.5, p[1] - 2.5, 0.4]) cube([5, 5, 1.6]);
    color([0.95, 0.75, 0.10]) translate([p[0], p[1], 2]) cylinder(d = 3.6, h = 0.2);
  }
}

module suit(lines, size) { for (line = lines) polygon(size * line); }

module legends(keys, suits) { // the cells of a seat's printed sheet
  for (n = [0:len(keys) - 1]) translate([keys[n][0], keys[n][1], 0]) {
    color(cream) linear_extrude(0.1) offset(3) square(13, center = true);
    color(n == 1 || n == 2 ? red : black) translate([0, 0, 0.1]) linear_extrude(0.2)
      if (n < len(suits)) suit(suits[n], 12);
      else text(n == 4 ? "PASS" : "CALL", 4.2, "DejaVu Sans:style=Bold",
                halign = "center", valign = "center");
  }
}
