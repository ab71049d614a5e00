import { inflateRawSync } from 'node:zlib'

/** The files of a zip as texts, by its central directory (APPNOTE 4.3.12). */
export function readZip(zip: Buffer): Record<string, string> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const files: Record<string, string> = {}
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field))
    const local = zip.readUInt32LE(at + 42)
    const nameEnd = at + 46 + (nameLength ?? 0)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + size)
    files[zip.toString('utf8', at + 46, nameEnd)] = (method === 8 ? inflateRawSync(bytes) : bytes).toString(
      'utf8',
    )
    at = nameEnd + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return files
}
