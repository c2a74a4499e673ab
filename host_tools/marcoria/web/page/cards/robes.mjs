// The cuts that several of the court's robes share.

export const SHOULDERS = "M-112 142C-94 124-54 129-24 120H24C54 129 94 124 112 142V240H-112Z";
/** One side of a mantle that stands open in the middle. */
export const MANTLE = "M24 120C54 129 94 124 112 142V240H46C46 190 38 150 13 126Z";
export const PLACKET = "M-14 122H14V240H-14Z";
