import { crc32 } from 'node:zlib'
import { isDrawableSize } from './picture-size.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The chunks that draw the picture in the right colors; all others (texts, EXIF, times, animation) are removed. */
const keptChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'IDAT', 'IEND'])

/** Allowed bit depths by color type (PNG specification, table 12). */
const depthsByColourType: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

type Chunk = { type: string; data: Buffer; whole: Buffer }

/** Rebuilds a PNG from its kept chunks (https://www.w3.org/TR/png-3/); null when it isn't valid to its last byte. */
export function cleanPng(bytes: Buffer): Buffer | null {
  if (!bytes.subarray(0, signature.length).equals(signature)) return null
  const chunks = readChunks(bytes)
  const [header] = chunks ?? []
  if (!chunks || !header || !isHeader(header)) return null

  const types = chunks.map((chunk) => chunk.type)
  const isOnce = (type: string) => types.filter((other) => other === type).length === 1
  const [firstData, lastData] = [types.indexOf('IDAT'), types.lastIndexOf('IDAT')]
  const isSound =
    isOnce('IHDR') &&
    isOnce('IEND') &&
    types.at(-1) === 'IEND' &&
    firstData > 0 &&
    types.slice(firstData, lastData).every((type) => type === 'IDAT') &&
    // Upper case first letter: a critical chunk.
    types.every((type) => keptChunks.has(type) || /^[a-z]/.test(type))
  return isSound
    ? Buffer.concat([
        signature,
        ...chunks.filter(({ type }) => keptChunks.has(type)).map(({ whole }) => whole),
      ])
    : null
}

/** Reads all chunks and checks their sums; null when one is wrong or bytes are left over. */
function readChunks(bytes: Buffer): Chunk[] | null {
  const chunks: Chunk[] = []
  for (let at = signature.length; at < bytes.length;) {
    if (at + 12 > bytes.length) return null
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return null
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (!/^[A-Za-z]{4}$/.test(type)) return null
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) })
    at = end
  }
  return chunks
}

function isHeader({ type, data }: Chunk): boolean {
  if (type !== 'IHDR' || data.length !== 13) return false
  const [depth, colourType, compression, filter, interlace] = data.subarray(8)
  return (
    isDrawableSize(data.readUInt32BE(0), data.readUInt32BE(4)) &&
    (depthsByColourType[colourType ?? -1]?.includes(depth ?? -1) ?? false) &&
    compression === 0 &&
    filter === 0 &&
    (interlace === 0 || interlace === 1)
  )
}
