import { inflateSync } from 'node:zlib'
import { DocumentFailure } from '../../document-failure.ts'
import type { GreyPicture } from '../pdf/grey-picture.ts'
import { greyOf } from './grey-of.ts'
import { unfilter } from './unfilter.ts'

/** Samples per pixel by color type (PNG specification, table 12). */
const samplesByColorType: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const palette = 3

/** First column and row, and the steps between columns and rows, of each pass (Adam7); one pass without interlacing. */
const passes = {
  plain: [[0, 0, 1, 1]],
  interlaced: [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ],
} as const

type Header = { width: number; height: number; depth: number; colorType: number; isInterlaced: boolean }

/**
 * Decodes a PNG (https://www.w3.org/TR/png-3/) into gray pixels, using the upper 8 bits of deep colors. Calls `check` with the
 * size before unpacking. Throws for damaged data.
 */
export function decodePng(bytes: Buffer, check: (size: Header) => void): GreyPicture {
  const { header, colors, transparency, data } = chunksOf(bytes)
  check(header)
  const { width, height, depth, colorType } = header
  const samples = samplesByColorType[colorType] ?? damaged('color type')
  if (![1, 2, 4, 8, 16].includes(depth)) damaged('depth')
  const bits = samples * depth
  const used = passes[header.isInterlaced ? 'interlaced' : 'plain'].map(([left, top, right, down]) => ({
    ...{ left, top, right, down },
    columns: Math.ceil((width - left) / right),
    rows: Math.ceil((height - top) / down),
  }))
  const lengths = used.map(({ columns, rows }) =>
    columns > 0 && rows > 0 ? rows * (1 + Math.ceil((columns * bits) / 8)) : 0,
  )
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const raw = inflateSync(data, { maxOutputLength: total + 1024 })
  if (raw.length < total) damaged('too few points')
  const picture = {
    width,
    height,
    grey: new Uint8Array(width * height),
    alpha: colorType === 4 || colorType === 6 || transparency ? new Uint8Array(width * height) : null,
  }
  const point = pointReader({ depth, colorType, samples, colors, transparency })
  let at = 0
  for (const [index, { left, top, right, down, columns, rows }] of used.entries()) {
    const length = lengths[index] ?? 0
    if (length === 0) continue
    const points = unfilter(raw.subarray(at, at + length), rows, Math.max(1, bits >> 3))
    const rowBytes = length / rows - 1
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1) {
        const [grey, alpha] = point(points, row * rowBytes, column)
        const to = (top + row * down) * width + left + column * right
        picture.grey[to] = grey
        if (picture.alpha) picture.alpha[to] = alpha
      }
    at += length
  }
  return picture
}

type Point = [grey: number, alpha: number]

/** Reads one pixel of unpacked rows. */
function pointReader({
  depth,
  colorType,
  samples,
  colors,
  transparency,
}: Pick<Header, 'depth' | 'colorType'> & {
  samples: number
  colors: Buffer | undefined
  transparency: Buffer | undefined
}) {
  const found: Point = [0, 255]
  const most = 2 ** Math.min(depth, 8) - 1
  const perSample = depth / 8
  /** The upper 8 bits of a sample, or all of a small one. */
  const sample = (points: Buffer, rowAt: number, index: number): number => {
    if (depth >= 8) return points[rowAt + index * perSample] ?? 0
    const bit = index * depth
    return ((points[rowAt + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & most
  }
  const clear = colorType === 0 || colorType === 2 ? transparency : undefined
  const clearSamples =
    clear && Array.from({ length: samples }, (_, index) => clear[index * 2 + (depth > 8 ? 0 : 1)])
  return (points: Buffer, rowAt: number, column: number): Point => {
    const first = column * samples
    const one = sample(points, rowAt, first)
    found[1] = 255
    if (colorType === palette) {
      found[0] = greyOf(colors?.[one * 3] ?? 0, colors?.[one * 3 + 1] ?? 0, colors?.[one * 3 + 2] ?? 0)
      if (transparency) found[1] = transparency[one] ?? 255
      return found
    }
    const [two, three] =
      samples >= 3 ? [sample(points, rowAt, first + 1), sample(points, rowAt, first + 2)] : [one, one]
    found[0] = samples >= 3 ? greyOf(one, two, three) : Math.round((one * 255) / most)
    if (colorType === 4 || colorType === 6) found[1] = sample(points, rowAt, first + samples - 1)
    else if (
      clearSamples &&
      clearSamples[0] === one &&
      (samples < 3 || (clearSamples[1] === two && clearSamples[2] === three))
    )
      found[1] = 0
    return found
  }
}

function chunksOf(bytes: Buffer) {
  const data: Buffer[] = []
  let header: Header | undefined
  let colors: Buffer | undefined
  let transparency: Buffer | undefined
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const chunk = bytes.subarray(at + 8, at + 8 + length)
    if (type === 'IHDR' && length === 13)
      header = {
        width: chunk.readUInt32BE(0),
        height: chunk.readUInt32BE(4),
        depth: chunk[8] ?? 0,
        colorType: chunk[9] ?? -1,
        isInterlaced: chunk[12] === 1,
      }
    if (type === 'PLTE') colors = chunk
    if (type === 'tRNS') transparency = chunk
    if (type === 'IDAT') data.push(chunk)
    if (type === 'IEND') break
    at += length + 12
  }
  return { header: header ?? damaged('no header'), colors, transparency, data: Buffer.concat(data) }
}

const damaged = (cause: string): never => {
  throw new DocumentFailure('DAMAGED', cause)
}
