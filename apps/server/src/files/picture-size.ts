/** Pixels along each side: what any browser draws without trouble. */
export const mostPixelsASide = 4096

export const isDrawableSize = (width: number, height: number): boolean =>
  width >= 1 && height >= 1 && width <= mostPixelsASide && height <= mostPixelsASide
