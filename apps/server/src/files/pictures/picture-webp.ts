import { isDrawableSize } from './picture-size.ts'

/** The chunks that draw the picture; EXIF, XMP, color profiles and all others are removed. */
const keptChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF'])
/** Feature flags of a VP8X header for removed data: profile, EXIF, XMP. */
const leftOutFeatures = 0x20 | 0x08 | 0x04

type Chunk = { type: string; data: Buffer; whole: Buffer }

/**
 * Rebuilds a WebP from its kept chunks (RFC 9649); null when it isn't valid to its last byte. A picture with several chunks
 * begins with VP8X, which has its size; a simple one has its size at the beginning of its only chunk.
 */
export function cleanWebp(bytes: Buffer): Buffer | null {
  if (bytes.length < 20 || bytes.toString('latin1', 0, 4) !== 'RIFF') return null
  if (bytes.toString('latin1', 8, 12) !== 'WEBP' || bytes.readUInt32LE(4) + 8 !== bytes.length) return null
  const chunks = readChunks(bytes)
  const first = chunks?.[0]
  const size = first && sizeIn(first)
  if (!chunks || !first || !size || !isDrawableSize(size.width, size.height)) return null
  const isSimple = first.type !== 'VP8X'
  const kept = chunks
    .filter(({ type }) => keptChunks.has(type))
    .map(({ type, whole }) => (type === 'VP8X' ? bareHeader(whole) : whole))
  const draws = chunks.some(({ type }) => ['VP8 ', 'VP8L', 'ANMF'].includes(type))
  const hasOneHeader = chunks.filter(({ type }) => type === 'VP8X').length === Number(!isSimple)
  if (!draws || !hasOneHeader || (isSimple && chunks.length !== 1)) return null
  const body = Buffer.concat(kept)
  const head = Buffer.from(bytes.subarray(0, 12))
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}

/** The width and height of a valid WebP, in pixels. */
export function sidesOfWebp(bytes: Buffer): { width: number; height: number } | null {
  const first = readChunks(bytes)?.[0]
  return first ? sizeIn(first) : null
}

/** Reads all chunks, including padding; null when one is invalid. */
function readChunks(bytes: Buffer): Chunk[] | null {
  const chunks: Chunk[] = []
  for (let at = 12; at < bytes.length;) {
    if (at + 8 > bytes.length) return null
    const size = bytes.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    if (end > bytes.length) return null
    const type = bytes.toString('latin1', at, at + 4)
    chunks.push({ type, data: bytes.subarray(at + 8, at + 8 + size), whole: bytes.subarray(at, end) })
    at = end
  }
  return chunks
}

function sizeIn({ type, data }: Chunk): { width: number; height: number } | null {
  if (type === 'VP8X' && data.length === 10)
    return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }
  if (type === 'VP8 ' && data.length > 10 && data.readUIntBE(3, 3) === 0x9d012a)
    return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
  if (type === 'VP8L' && data.length > 5 && data[0] === 0x2f) {
    const bits = data.readUInt32LE(1)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  return null
}

function bareHeader(whole: Buffer): Buffer {
  const header = Buffer.from(whole)
  header[8] = (header[8] ?? 0) & ~leftOutFeatures
  return header
}
