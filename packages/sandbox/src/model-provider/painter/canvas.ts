import { PNG } from 'pngjs'

/** Red, green and blue from 0 to 255. */
export type Colour = readonly [number, number, number]

/** The distance in pixels from a point to a shape's edge, negative inside. */
export type Distance = (x: number, y: number) => number

/** A box in pixels outside which a shape does not show. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** A picture of pixels into which shapes are filled with soft edges. */
export class Canvas {
  readonly width: number
  readonly height: number
  readonly #png: PNG

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.#png = new PNG({ width, height, colorType: 2 })
    this.#png.data.fill(255)
  }

  /** Paints the whole picture from one colour at the top to another at the bottom. */
  gradient(top: Colour, bottom: Colour): void {
    for (let y = 0; y < this.height; y++) {
      const colour = mix(top, bottom, y / this.height)
      for (let x = 0; x < this.width; x++) this.#set((y * this.width + x) * 4, colour, 1)
    }
  }

  /** Fills a shape; `opacity` from 0 to 1. Only the box is visited. */
  fill(distance: Distance, box: Box, colour: Colour, opacity = 1): void {
    const left = Math.max(0, Math.floor(box.left - 1))
    const right = Math.min(this.width - 1, Math.ceil(box.right + 1))
    const bottom = Math.min(this.height - 1, Math.ceil(box.bottom + 1))
    for (let y = Math.max(0, Math.floor(box.top - 1)); y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const cover = Math.min(1, Math.max(0, 0.5 - distance(x + 0.5, y + 0.5)))
        if (cover > 0) this.#set((y * this.width + x) * 4, colour, cover * opacity)
      }
    }
  }

  /** With the filter that compares with the row above, as suits gradients: trying all five takes most of the time. */
  toPng(): Buffer {
    return PNG.sync.write(this.#png, { colorType: 2, deflateLevel: 6, filterType: 2 })
  }

  #set(at: number, colour: Colour, opacity: number): void {
    const { data } = this.#png
    // A million times a picture: written out, and without a mix where the shape covers all.
    if (opacity >= 1) {
      data[at] = colour[0]
      data[at + 1] = colour[1]
      data[at + 2] = colour[2]
      return
    }
    for (let part = 0; part < 3; part++) {
      const before = data[at + part] ?? 0
      data[at + part] = before + ((colour[part] ?? 0) - before) * opacity
    }
  }
}

/** The colour a share of the way from one to the other. */
export function mix(from: Colour, to: Colour, share: number): Colour {
  const part = (at: 0 | 1 | 2) => from[at] + (to[at] - from[at]) * share
  return [part(0), part(1), part(2)]
}
