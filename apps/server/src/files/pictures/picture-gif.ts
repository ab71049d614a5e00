import { isDrawableSize } from './picture-size.ts'

const block = { image: 0x2c, extension: 0x21, trailer: 0x3b } as const
const label = { control: 0xf9, application: 0xff } as const

/**
 * Rebuilds a GIF (GIF89a) from the blocks that draw it: colors, frames, timing and loops. Null when it isn't valid to its last
 * byte. Removes comments, texts and other application data.
 */
export function cleanGif(bytes: Buffer): Buffer | null {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)) || bytes.length < 14) return null
  const [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]
  if (!isDrawableSize(width, height)) return null
  const bodyStart = 13 + colourTableBytes(bytes[10] ?? 0)
  const kept: Buffer[] = [bytes.subarray(0, bodyStart)]
  let pictures = 0
  for (let at = bodyStart; at < bytes.length;) {
    const kind = bytes[at]
    if (kind === block.trailer)
      return pictures > 0 && at + 1 === bytes.length ? Buffer.concat([...kept, bytes.subarray(at)]) : null
    const end = kind === block.image ? endOfImage(bytes, at, width, height) : endOfExtension(bytes, at)
    if (end === null) return null
    if (kind === block.image) pictures += 1
    if (kind === block.image || isKeptExtension(bytes, at)) kept.push(bytes.subarray(at, end))
    at = end
  }
  return null
}

/** A global or local color table follows when the highest bit of the packed field is set; the lowest three give its size. */
const colourTableBytes = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0)

function endOfImage(bytes: Buffer, at: number, width: number, height: number): number | null {
  if (at + 10 > bytes.length) return null
  const right = bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5)
  const bottom = bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7)
  if (right > width || bottom > height) return null
  const dataAt = at + 10 + colourTableBytes(bytes[at + 9] ?? 0)
  return endOfSubBlocks(bytes, dataAt + 1)
}

const endOfExtension = (bytes: Buffer, at: number): number | null =>
  bytes[at] === block.extension ? endOfSubBlocks(bytes, at + 2) : null

/** The end of a sequence of sub-blocks, each preceded by its length, up to the empty one. */
function endOfSubBlocks(bytes: Buffer, start: number): number | null {
  for (let at = start; at < bytes.length; at += (bytes[at] ?? 0) + 1) if (bytes[at] === 0) return at + 1
  return null
}

const isKeptExtension = (bytes: Buffer, at: number): boolean =>
  (bytes[at + 1] === label.control && bytes[at + 2] === 4) ||
  (bytes[at + 1] === label.application &&
    bytes[at + 2] === 11 &&
    bytes.toString('latin1', at + 3, at + 14) === 'NETSCAPE2.0' &&
    bytes[at + 14] === 3 &&
    bytes[at + 18] === 0)
