import { crc32, deflateSync } from 'node:zlib'
import type { Painted } from './paint-pictures.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Levels of gray: more only enlarge the file. */
const shade = 17

/** Encodes a painted picture as a PNG with few gray levels. */
export const pngOfPainted = ({ grey, width, height }: Painted): Buffer =>
  encodePng(
    grey.map((one) => Math.round(one / shade) * shade),
    width,
    height,
  )

const depth = 8
const greyscale = 0

/** Encodes gray pixels (0 black, 255 white), row by row from the top, as PNG (https://www.w3.org/TR/png-3/). */
export function encodePng(grey: Uint8Array, width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, greyscale], 8)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1) rows.set(grey.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(named.length + 8)
  whole.writeUInt32BE(data.length, 0)
  named.copy(whole, 4)
  whole.writeUInt32BE(crc32(named), named.length + 4)
  return whole
}
