import { DocumentFailure } from '../../document-failure.ts'
import type { GreyPicture } from '../pdf/grey-picture.ts'
import { greyOf } from './grey-of.ts'
import { unpackLzw } from './unpack-lzw.ts'

const block = { extension: 0x21, image: 0x2c } as const
const graphicControl = 0xf9
/** First row and step of each pass of an interlaced picture. */
const interlaced = [
  [0, 8],
  [4, 8],
  [2, 4],
  [1, 2],
] as const

type Size = { width: number; height: number }

/**
 * Decodes the first picture of a GIF (GIF89a) into gray pixels, transparent where nothing is drawn. Calls `check` with each size
 * before unpacking. Throws for damaged data.
 */
export function decodeGif(bytes: Buffer, check: (size: Size) => void): GreyPicture {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)) || bytes.length < 14) damaged('no header')
  const size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  check(size)
  const packed = bytes[10] ?? 0
  const colors = bytes.subarray(13, 13 + colorTableBytes(packed))
  let clear: number | null = null
  for (let at = 13 + colors.length; at < bytes.length;) {
    if (bytes[at] === block.image) return draw(bytes, at, { size, colors, clear, check })
    if (bytes[at] !== block.extension) return damaged('no picture')
    if (bytes[at + 1] === graphicControl && bytes[at + 2] === 4)
      clear = (bytes[at + 3] ?? 0) & 1 ? (bytes[at + 6] ?? 0) : null
    at = readSubBlocks(bytes, at + 2).end
  }
  return damaged('no picture')
}

type Canvas = { size: Size; colors: Buffer; clear: number | null; check: (size: Size) => void }

function draw(bytes: Buffer, at: number, { size, colors, clear, check }: Canvas): GreyPicture {
  if (at + 10 > bytes.length) damaged('cut off')
  const [left, top] = [bytes.readUInt16LE(at + 1), bytes.readUInt16LE(at + 3)]
  const frame = { width: bytes.readUInt16LE(at + 5), height: bytes.readUInt16LE(at + 7) }
  check(frame)
  const packed = bytes[at + 9] ?? 0
  const own = bytes.subarray(at + 10, at + 10 + colorTableBytes(packed))
  const greys = greysOf(own.length > 0 ? own : colors)
  const { data } = readSubBlocks(bytes, at + 11 + own.length)
  const points = unpackLzw(data, bytes[at + 10 + own.length] ?? 0, frame.width * frame.height)
  const picture = {
    ...size,
    grey: new Uint8Array(size.width * size.height),
    alpha: new Uint8Array(size.width * size.height),
  }
  for (const [row, y] of rowsOf(frame.height, (packed & 0x40) !== 0).entries()) {
    if (top + y >= size.height) continue
    const columns = Math.min(frame.width, size.width - left)
    const [from, to] = [row * frame.width, (top + y) * size.width + left]
    for (let x = 0; x < columns; x += 1) {
      const color = points[from + x] ?? 0
      if (color === clear) continue
      picture.grey[to + x] = greys[color] ?? 0
      picture.alpha[to + x] = 255
    }
  }
  return picture
}

/** The row of the picture for each stored row. */
function rowsOf(height: number, isInterlaced: boolean): number[] {
  if (!isInterlaced) return Array.from({ length: height }, (_, row) => row)
  const rows: number[] = []
  for (const [first, step] of interlaced) for (let row = first; row < height; row += step) rows.push(row)
  return rows
}

/** A color table follows when the highest bit of the packed field is set; the lowest three give its size. */
const colorTableBytes = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0)

const greysOf = (colors: Buffer): Uint8Array =>
  Uint8Array.from({ length: colors.length / 3 }, (_, index) =>
    greyOf(colors[index * 3] ?? 0, colors[index * 3 + 1] ?? 0, colors[index * 3 + 2] ?? 0),
  )

/** Reads a sequence of sub-blocks, each preceded by its length, up to the empty one. */
function readSubBlocks(bytes: Buffer, start: number): { data: Buffer; end: number } {
  const parts: Buffer[] = []
  let at = start
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) {
    parts.push(bytes.subarray(at + 1, at + 1 + length))
    at += length + 1
  }
  return { data: Buffer.concat(parts), end: at + 1 }
}

const damaged = (cause: string): never => {
  throw new DocumentFailure('DAMAGED', cause)
}
