/** The luminance of a color, from 0 to 255 (ITU-R BT.601). */
export const greyOf = (red: number, green: number, blue: number): number =>
  (red * 77 + green * 150 + blue * 29) >> 8
