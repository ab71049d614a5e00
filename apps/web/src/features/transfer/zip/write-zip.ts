import { Zip, ZipDeflate } from 'fflate'

type FileToZip = { name: string; content: Blob }

/** Constant, so that the same chats produce the same archive. */
const modifiedAt = new Date(1980, 0, 1)

/** Files as one zip, each compressed; only one of them is in memory uncompressed at a time. */
export async function writeZip(files: readonly FileToZip[]): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    parts.push(part)
  })
  for (const { name, content } of files) {
    const entry = new ZipDeflate(name)
    entry.mtime = modifiedAt
    zip.add(entry)
    entry.push(new Uint8Array(await content.arrayBuffer()), true)
  }
  zip.end()
  return new Blob(parts, { type: 'application/zip' })
}
