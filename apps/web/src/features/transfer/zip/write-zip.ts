import { crc32 } from './crc32.ts'

type FileToZip = { name: string; content: Blob }

type Entry = { name: Uint8Array<ArrayBuffer>; checksum: number; packed: Blob; size: number; offset: number }

/** Names are UTF-8 (bit 11 of the flags). */
const utf8Names = 0x0800
const deflated = 8
const versionNeeded = 20

/** Files as one zip (PKWARE's APPNOTE 6.3.3), each made small by the browser itself. For less than 4 GB and 65,000 files. */
export async function writeZip(files: readonly FileToZip[]): Promise<Blob> {
  const parts: BlobPart[] = []
  const entries: Entry[] = []
  let offset = 0
  for (const { name, content } of files) {
    const packed = await new Response(
      content.stream().pipeThrough(new CompressionStream('deflate-raw')),
    ).blob()
    const checksum = crc32(new Uint8Array(await content.arrayBuffer()))
    const entry = { name: new TextEncoder().encode(name), checksum, packed, size: content.size, offset }
    const header = [number(0x04034b50, 4), ...described(entry), entry.name]
    parts.push(...header, packed)
    offset += sizeOf(header) + packed.size
    entries.push(entry)
  }
  const directory = entries.flatMap((entry) => [
    number(0x02014b50, 4),
    number(versionNeeded, 2),
    ...described(entry),
    // No comment, first disk, no attributes.
    number(0, 2),
    number(0, 2),
    number(0, 2),
    number(0, 4),
    number(entry.offset, 4),
    entry.name,
  ])
  const end = [
    number(0x06054b50, 4),
    number(0, 2),
    number(0, 2),
    number(entries.length, 2),
    number(entries.length, 2),
    number(sizeOf(directory), 4),
    number(offset, 4),
    number(0, 2),
  ]
  return new Blob([...parts, ...directory, ...end], { type: 'application/zip' })
}

/** What an entry's own header and the directory both tell of it. The date is the first that there is: 1 January 1980. */
const described = ({ name, checksum, packed, size }: Entry) => [
  number(versionNeeded, 2),
  number(utf8Names, 2),
  number(deflated, 2),
  number(0, 2),
  number(0x21, 2),
  number(checksum, 4),
  number(packed.size, 4),
  number(size, 4),
  number(name.length, 2),
  number(0, 2),
]

function number(value: number, bytes: 2 | 4): Uint8Array<ArrayBuffer> {
  const written = new DataView(new ArrayBuffer(bytes))
  if (bytes === 2) written.setUint16(0, value, true)
  else written.setUint32(0, value, true)
  return new Uint8Array(written.buffer)
}

const sizeOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, part) => sum + part.length, 0)

/** Names that no two files share: those that do get a number. */
export function distinctNames(names: readonly string[], ending: string): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let distinct = `${name}${ending}`
    for (let number = 2; taken.has(distinct.toLowerCase()); number++)
      distinct = `${name} (${number})${ending}`
    taken.add(distinct.toLowerCase())
    return distinct
  })
}
