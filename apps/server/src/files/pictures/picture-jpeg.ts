import { orientationSegment, readOrientation } from './picture-orientation.ts'
import { isDrawableSize } from './picture-size.ts'

const marker = {
  startOfImage: 0xd8,
  endOfImage: 0xd9,
  startOfScan: 0xda,
  quantization: 0xdb,
  huffman: 0xc4,
  restartInterval: 0xdd,
  jfif: 0xe0,
  exif: 0xe1,
  adobe: 0xee,
} as const

/** Baseline, extended and progressive pictures with Huffman codes: what every browser draws. */
const frames = new Set([0xc0, 0xc1, 0xc2])
const tables = new Set<number>([marker.quantization, marker.huffman, marker.restartInterval])

type Segment = { code: number; data: Buffer; whole: Buffer }

/**
 * Rebuilds a JPEG (ITU T.81, annex B) from the segments that draw it and its orientation. Null when it isn't valid to its last
 * byte. Removes comments, and application data except JFIF's and Adobe's color hints.
 */
export function cleanJpeg(bytes: Buffer): Buffer | null {
  if (bytes[0] !== 0xff || bytes[1] !== marker.startOfImage) return null
  const kept: Buffer[] = []
  let [frameCount, scanCount, orientation] = [0, 0, 1]
  for (let at = 2; ;) {
    // Any number of fill bytes may precede a marker.
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1
    if (bytes[at] === 0xff && bytes[at + 1] === marker.endOfImage) {
      const isSound = frameCount === 1 && scanCount > 0 && at + 2 === bytes.length
      return isSound
        ? Buffer.concat([
            bytes.subarray(0, 2),
            ...orientationSegment(orientation),
            ...kept,
            bytes.subarray(at),
          ])
        : null
    }
    const segment = readSegment(bytes, at)
    if (!segment) return null
    at += segment.whole.length
    const { code, data, whole } = segment
    if (frames.has(code)) {
      if (data.length < 6 || !isDrawableSize(data.readUInt16BE(3), data.readUInt16BE(1))) return null
      frameCount += 1
      kept.push(whole)
    } else if (code === marker.startOfScan) {
      const end = endOfScan(bytes, at)
      kept.push(whole, bytes.subarray(at, end))
      at = end
      scanCount += 1
    } else if (tables.has(code)) kept.push(whole)
    else if (code === marker.jfif && startsWith(data, 'JFIF\0') && data.length >= 14)
      kept.push(withoutThumbnail(data))
    else if (code === marker.adobe && startsWith(data, 'Adobe') && data.length === 12) kept.push(whole)
    else if (code === marker.exif && startsWith(data, 'Exif\0\0'))
      orientation = readOrientation(data.subarray(6))
    else if (!isLeftOut(code)) return null
  }
}

/** The stored width and height of a valid JPEG, in pixels. */
export function sidesOfJpeg(bytes: Buffer): { width: number; height: number } | null {
  for (let at = 2; ;) {
    const segment = readSegment(bytes, at)
    if (!segment) return null
    const { code, data, whole } = segment
    if (frames.has(code)) return { width: data.readUInt16BE(3), height: data.readUInt16BE(1) }
    at += whole.length
  }
}

/** Application data and comments. */
const isLeftOut = (code: number) => (code >= 0xe0 && code <= 0xef) || code === 0xfe

const startsWith = (data: Buffer, text: string) => data.toString('latin1', 0, text.length) === text

function readSegment(bytes: Buffer, at: number): Segment | null {
  if (at + 4 > bytes.length || bytes[at] !== 0xff) return null
  const end = at + 2 + bytes.readUInt16BE(at + 2)
  if (end < at + 4 || end > bytes.length) return null
  return { code: bytes[at + 1] ?? 0, data: bytes.subarray(at + 4, end), whole: bytes.subarray(at, end) }
}

/** A scan's header is followed by its codes, in which 0xff precedes 0 or a restart marker, up to the next real marker. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

/** JFIF's version, units and density, without its thumbnail. */
const withoutThumbnail = (data: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker.jfif, 0, 16]), data.subarray(0, 12), Buffer.from([0, 0])])
