import type { StoredFile } from '../../platform/storage/index.ts'
import { type ArchiveEntry, contentOf, readArchive, unpacksAsSaid } from './archive.ts'

/** Maximum total unpacked size and number of a document's parts. */
const most = { entries: 10_000, unpackedBytes: 512 * 1024 * 1024 }

/**
 * Returns whether an archive is an office document: an Open Packaging one (ECMA-376-2) with parts in its program's folder, or an
 * OpenDocument one that begins with its `mimetype` (OpenDocument 1.3, part 2, 3.3). False when its claimed sizes are wrong or too
 * large.
 */
export async function isOfficePackage(
  file: StoredFile,
  kind: { partsFolder: string } | { mimetype: string },
): Promise<boolean> {
  const entries = await readArchive(file, most)
  if (entries === null) return false
  const isKind =
    'mimetype' in kind ? await hasMimetype(file, entries, kind.mimetype) : hasParts(entries, kind.partsFolder)
  return isKind && (await unpacksAsSaid(file, entries))
}

const hasParts = (entries: readonly ArchiveEntry[], folder: string): boolean =>
  entries.some(({ name }) => name === '[Content_Types].xml') &&
  entries.some(({ name }) => name.startsWith(folder) && name.endsWith('.xml'))

async function hasMimetype(
  file: StoredFile,
  entries: readonly ArchiveEntry[],
  mimetype: string,
): Promise<boolean> {
  const first = entries.find(({ name }) => name === 'mimetype')
  if (!first || first.unpackedBytes > mimetype.length + 2) return false
  return (await contentOf(file, first))?.toString('latin1').trim() === mimetype
}
