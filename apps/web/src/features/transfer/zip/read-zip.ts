/** One file of a zip, not unpacked yet. */
type ZippedFile = {
  name: string
  /** Unpacks it; throws `TooLarge` once the output exceeds the maximum, whatever size the zip declares. */
  unpack(maxBytes: number): Promise<Blob>
}

/** Not a zip, or a damaged or unsupported one. */
export class BrokenZip extends Error {}
export class TooLarge extends Error {}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const endBytes = 22
const maxCommentBytes = 65_535
const maxEntries = 100_000

/** The files in a zip's directory, without unpacking any of them. */
export async function readZip(file: Blob): Promise<ZippedFile[]> {
  const tail = await viewOf(file.slice(Math.max(0, file.size - endBytes - maxCommentBytes)))
  const end = lastEnd(tail)
  const count = tail.getUint16(end + 10, true)
  const size = tail.getUint32(end + 12, true)
  const start = tail.getUint32(end + 16, true)
  // Zips of more than 4 GB store their sizes elsewhere; no supported file is that large.
  if (start === 0xffffffff || size === 0xffffffff || start + size > file.size || count > maxEntries)
    throw new BrokenZip('The directory of the zip is not where it should be.')
  const directory = await viewOf(file.slice(start, start + size))
  const files: ZippedFile[] = []
  let at = 0
  for (let index = 0; index < count; index++) {
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== entrySignature)
      throw new BrokenZip('The directory of the zip is cut off.')
    const nameLength = directory.getUint16(at + 28, true)
    const next =
      at + 46 + nameLength + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true)
    if (next > directory.byteLength) throw new BrokenZip('The directory of the zip is cut off.')
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, at + 46, nameLength))
    const entry = {
      isEncrypted: (directory.getUint16(at + 8, true) & 1) === 1,
      method: directory.getUint16(at + 10, true),
      packedBytes: directory.getUint32(at + 20, true),
      offset: directory.getUint32(at + 42, true),
    }
    files.push({ name, unpack: (maxBytes) => unpack(file, entry, maxBytes) })
    at = next
  }
  return files
}

type Entry = { isEncrypted: boolean; method: number; packedBytes: number; offset: number }

async function unpack(file: Blob, { isEncrypted, method, packedBytes, offset }: Entry, maxBytes: number) {
  if (isEncrypted || (method !== 0 && method !== 8))
    throw new BrokenZip('This zip is packed in an unknown way.')
  const header = await viewOf(file.slice(offset, offset + 30))
  if (header.byteLength < 30) throw new BrokenZip('The zip is cut off.')
  const start = offset + 30 + header.getUint16(26, true) + header.getUint16(28, true)
  const packed = file.slice(start, start + packedBytes)
  const stream =
    method === 0 ? packed.stream() : packed.stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return await collect(stream, maxBytes)
}

async function collect(stream: ReadableStream<Uint8Array<ArrayBuffer>>, maxBytes: number): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = stream.getReader()
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      if (value === undefined) continue
      bytes += value.length
      if (bytes > maxBytes) throw new TooLarge()
      chunks.push(value)
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined)
    throw error instanceof TooLarge ? error : new BrokenZip('The zip cannot be unpacked.', { cause: error })
  }
  return new Blob(chunks)
}

const viewOf = async (part: Blob) => new DataView(await part.arrayBuffer())

function lastEnd(tail: DataView): number {
  for (let at = tail.byteLength - endBytes; at >= 0; at--)
    if (tail.getUint32(at, true) === endSignature) return at
  throw new BrokenZip('This is not a zip.')
}
