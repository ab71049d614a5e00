import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

/** A file of the archive: its path in it, its size and the SHA-256 of its bytes. */
const entrySchema = z.strictObject({ path: z.string(), sizeBytes: z.int(), sha256: z.string() })
export type Entry = z.infer<typeof entrySchema>

/** The schema of a backup's `manifest.json`. */
export const manifestSchema = z.strictObject({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** The database's migrations, with checksums. */
  migrations: z.array(z.strictObject({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  sequences: z.array(z.strictObject({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  entries: z.array(entrySchema),
})
export type Manifest = z.infer<typeof manifestSchema>

/** Every file below `folder`, links followed, except the manifest itself, in the order of their paths. */
export async function listEntries(folder: string): Promise<Entry[]> {
  const paths = await filesBelow(folder, '')
  return Promise.all(
    paths
      .filter((file) => file !== 'manifest.json')
      .sort()
      .map((file) => describe(folder, file)),
  )
}

async function filesBelow(folder: string, below: string): Promise<string[]> {
  const names = await readdir(path.join(folder, below))
  const found = await Promise.all(
    names.map(async (name) => {
      const file = path.posix.join(below, name)
      return (await stat(path.join(folder, file))).isDirectory() ? filesBelow(folder, file) : [file]
    }),
  )
  return found.flat()
}

async function describe(folder: string, file: string): Promise<Entry> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path.join(folder, file)), hash)
  return { path: file, sizeBytes: (await stat(path.join(folder, file))).size, sha256: hash.digest('hex') }
}
