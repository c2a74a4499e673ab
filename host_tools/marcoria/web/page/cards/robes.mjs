// The cuts that several of the court's robes share.

export const SHOULDERS = "M-112 152C-98 128-56 130-24 121H24C56 130 98 128 112 152V240H-112Z";
/** One side of a mantle that stands open in the middle. */
export const MANTLE = "M24 121C56 130 98 128 112 152V240H46C46 190 38 150 13 126Z";
export const PLACKET = "M-14 122H14V240H-14Z";
