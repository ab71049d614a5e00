/** A picture as decoded by the library. */
export type DecodedPicture = { width: number; height: number; kind?: number; data: Uint8Array }

/** Gray pixels (0 black, 255 white), row by row from the top; `alpha` where some are transparent. */
export type GreyPicture = { width: number; height: number; grey: Uint8Array; alpha: Uint8Array | null }

/** The library's pixel formats: a bit each, RGB bytes, or RGBA. */
const kinds = { bits: 1, rgb: 2, rgba: 3 }

/** Null for an unknown format, or with less data than its size requires. */
export function greyPicture({ width, height, kind, data }: DecodedPicture): GreyPicture | null {
  const size = width * height
  if (kind === kinds.bits) {
    const grey = bitsOf({ width, height, data }, 255)
    return grey && { width, height, grey, alpha: null }
  }
  const bytes = kind === kinds.rgb ? 3 : kind === kinds.rgba ? 4 : 0
  if (bytes === 0 || data.length < size * bytes) return null
  const grey = new Uint8Array(size)
  const alpha = bytes === 4 ? new Uint8Array(size) : null
  for (let point = 0, at = 0; point < size; point += 1, at += bytes) {
    grey[point] = ((data[at] ?? 0) * 77 + (data[at + 1] ?? 0) * 150 + (data[at + 2] ?? 0) * 29) >> 8
    if (alpha) alpha[point] = data[at + 3] ?? 0
  }
  return { width, height, grey, alpha }
}

/** A stencil mask: black where its bit is 0, else transparent. */
export function stencil(mask: Omit<DecodedPicture, 'kind'>): GreyPicture | null {
  const { width, height } = mask
  const clear = bitsOf(mask, 255)
  return (
    clear && { width, height, grey: new Uint8Array(width * height), alpha: clear.map((one) => 255 - one) }
  )
}

/** Rows of bits begin at a byte boundary. */
function bitsOf({ width, height, data }: Omit<DecodedPicture, 'kind'>, set: number): Uint8Array | null {
  const rowBytes = (width + 7) >> 3
  if (data.length < rowBytes * height) return null
  const points = new Uint8Array(width * height)
  for (let y = 0, point = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, point += 1)
      if ((data[y * rowBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) points[point] = set
  return points
}
