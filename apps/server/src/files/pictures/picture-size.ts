/** Maximum pixels per side: any browser draws them without trouble. */
export const maxPixelsPerSide = 4096

export const isDrawableSize = (width: number, height: number): boolean =>
  width >= 1 && height >= 1 && width <= maxPixelsPerSide && height <= maxPixelsPerSide
