type Degrees = 0 | 90 | 180 | 270
type Held = { turned: Degrees; isMirrored: boolean }
const upright: Held = { turned: 0, isMirrored: false }

/**
 * The headers of a JPEG (ITU T.81, annex B); `isMirrored`: mirror horizontally before rotating; `turned`: clockwise rotation to
 * upright.
 */
export type JpegFacts = {
  width: number
  height: number
  components: number
  turned: Degrees
  isMirrored: boolean
  hasAdobeColors: boolean
}

const marker = { exif: 0xe1, adobe: 0xee }
/** Tables and conditions have codes among those of frames. */
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)

/** Null without a frame. */
export function jpegFacts(bytes: Buffer): JpegFacts | null {
  let held: Held = upright
  let hasAdobeColors = false
  for (let at = 2; at + 4 <= bytes.length;) {
    const [start, code = 0] = bytes.subarray(at, at + 2)
    if (start !== 0xff) return null
    // Any number of fill bytes may precede a marker.
    if (code === 0xff) {
      at += 1
      continue
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    const data = bytes.subarray(at + 4, end)
    if (isFrame(code)) {
      if (data.length < 6) return null
      const [height, width] = [data.readUInt16BE(1), data.readUInt16BE(3)]
      return { width, height, components: data[5] ?? 0, ...held, hasAdobeColors }
    }
    if (code === marker.adobe && startsWith(data, 'Adobe')) hasAdobeColors = true
    if (code === marker.exif && startsWith(data, 'Exif\0\0')) held = heldBy(data.subarray(6))
    at = Math.max(end, at + 4)
  }
  return null
}

const startsWith = (data: Buffer, text: string) => data.toString('latin1', 0, text.length) === text

const orientationTag = 0x0112
/** By EXIF's orientation from 1: mirrored first, if at all, then rotated. */
const orientations: readonly Held[] = [
  upright,
  { turned: 0, isMirrored: true },
  { turned: 180, isMirrored: false },
  { turned: 180, isMirrored: true },
  { turned: 270, isMirrored: true },
  { turned: 90, isMirrored: false },
  { turned: 90, isMirrored: true },
  { turned: 270, isMirrored: false },
]

/** The orientation in EXIF data (a TIFF directory); upright when missing. */
function heldBy(tiff: Buffer): Held {
  if (tiff.length < 8) return upright
  const isLittle = startsWith(tiff, 'II')
  const short = (at: number) =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let entry = 0; entry < Math.min(short(directory), 200); entry += 1) {
    const at = directory + 2 + entry * 12
    if (short(at) === orientationTag) return orientations[short(at + 8) - 1] ?? upright
  }
  return upright
}
