import type { GreyPicture } from './grey-picture.ts'

/** As in PDF: `x = a·u + c·v + e`, `y = b·u + d·v + f`. */
export type Matrix = readonly [number, number, number, number, number, number]
/**
 * A picture, with the transformation from its unit square (lower left corner at 0, 0) to the page, from the page's upper left
 * corner.
 */
export type PlacedPicture = { picture: GreyPicture; matrix: Matrix }

/** Composes two transformations. */
export const within = (outer: Matrix, inner: Matrix): Matrix => [
  outer[0] * inner[0] + outer[2] * inner[1],
  outer[1] * inner[0] + outer[3] * inner[1],
  outer[0] * inner[2] + outer[2] * inner[3],
  outer[1] * inner[2] + outer[3] * inner[3],
  outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
  outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
]

type Page = { width: number; height: number }
export type Painted = Page & { grey: Uint8Array }

/** Maximum samples of a picture per page pixel, in each direction. */
const maxSamples = 4

/** Paints pictures on a white page, in the resolution of the finest one, with a longer side of at most `maxPixels`. */
export function paintPictures(pictures: readonly PlacedPicture[], page: Page, maxPixels: number): Painted {
  const longer = Math.max(page.width, page.height)
  const finest = Math.max(...pictures.map(({ picture, matrix: [a, b] }) => picture.width / Math.hypot(a, b)))
  const scale = Math.min(maxPixels / longer, Number.isFinite(finest) ? finest : 1)
  const width = Math.max(1, Math.round(page.width * scale))
  const height = Math.max(1, Math.round(page.height * scale))
  const painted = { width, height, grey: new Uint8Array(width * height).fill(255) }
  for (const { picture, matrix } of pictures)
    paint(painted, picture, within([scale, 0, 0, scale, 0, 0], matrix))
  return painted
}

/** Sets each page pixel within the picture to the average of the picture's pixels there. */
function paint(page: Painted, picture: GreyPicture, [a, b, c, d, e, f]: Matrix): void {
  const determinant = a * d - b * c
  if (!Number.isFinite(determinant) || Math.abs(determinant) < 1e-9) return
  const perPoint = Math.max(picture.width / Math.hypot(a, b), picture.height / Math.hypot(c, d))
  const samples = Math.min(maxSamples, Math.max(1, Math.ceil(perPoint)))
  const corners = { x: [e, e + a, e + c, e + a + c], y: [f, f + b, f + d, f + b + d] }
  const from = { x: clamp(Math.min(...corners.x), page.width), y: clamp(Math.min(...corners.y), page.height) }
  const to = {
    x: clamp(Math.max(...corners.x) + 1, page.width),
    y: clamp(Math.max(...corners.y) + 1, page.height),
  }
  for (let y = from.y; y < to.y; y += 1)
    for (let x = from.x; x < to.x; x += 1) {
      let grey = 0
      let cover = 0
      for (let sample = 0; sample < samples * samples; sample += 1) {
        const dx = x + ((sample % samples) + 0.5) / samples - e
        const dy = y + (Math.floor(sample / samples) + 0.5) / samples - f
        const column = Math.floor(((d * dx - c * dy) / determinant) * picture.width)
        const row = Math.floor((1 - (a * dy - b * dx) / determinant) * picture.height)
        if (column < 0 || row < 0 || column >= picture.width || row >= picture.height) continue
        const at = row * picture.width + column
        const alpha = picture.alpha ? (picture.alpha[at] ?? 0) : 255
        grey += (picture.grey[at] ?? 0) * alpha
        cover += alpha
      }
      const at = y * page.width + x
      const whole = samples * samples * 255
      page.grey[at] = Math.round((grey + (page.grey[at] ?? 255) * (whole - cover)) / whole)
    }
}

const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, Math.floor(value)))
