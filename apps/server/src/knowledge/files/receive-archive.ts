import { Readable } from 'node:stream'
import { contentTypeOf, readableEndingOf, type FileId, mintId } from '@atrium/contract'
import { sql } from 'kysely'
import {
  type ArchiveEntry,
  bytesOfEntry,
  EntryDamagedError,
  isDocument,
  readArchive,
} from '../../files/index.ts'
import { inTenant, isDatabaseUnavailable, type Transaction } from '../../platform/database/index.ts'
import { Failure, fail } from '../../platform/failure.ts'
import type { StoredFile } from '../../platform/storage/index.ts'
import { auditFile } from './audit-file.ts'
import { requireFreeName, requirePlace } from './context-limits.ts'
import { eraseDeleted } from './erase-context-files.ts'
import { requestFileIndexing } from './request-file-indexing.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import { nameInArchive } from './name-in-archive.ts'
import { newKey } from './offer-upload.ts'
import { type PendingFile, requireAdder } from './pending-file.ts'

/** An archive for a room's context: bases accept none. */
type PendingArchive = PendingFile & { target: { of: 'context' } }
type PackedFile = { id: FileId; storageKey: string; name: string; sizeBytes: number; entry: ArchiveEntry }

/** Maximum entries of an archive, documents or not. */
const maxEntries = 10_000

/**
 * Adds the documents of an uploaded archive to the room's context, each as a file, all or none. Counts unpacked sizes.
 * FILE_NOT_SUPPORTED for an archive that is damaged, protected, nested or without documents; FILE_EMPTY for empty documents only;
 * FILE_NAME_TAKEN with `file` for duplicate names. Skips entries that are no documents.
 */
export async function receiveArchive(ports: KnowledgePorts, pending: PendingArchive): Promise<void> {
  const archive = (await ports.storage.get(pending.storageKey)) ?? fail('FILE_NOT_SUPPORTED')
  const files = await documentsIn(archive, pending)
  // Rows before bytes, so that the sweep finds interrupted uploads.
  await inTenant(ports.database, pending, (trx) => keepPlaces(trx, ports, pending, files))
  try {
    for (const file of files) await unpack(ports, archive, file)
    await inTenant(ports.database, pending, (trx) => settle(trx, ports, pending, files))
  } catch (error) {
    // After losing the database, the files may be recorded already: the sweep finds out.
    if (!isDatabaseUnavailable(error)) await giveUp(ports, pending, files)
    throw error
  }
  const { accountId, id, storageKey } = pending
  await eraseDeleted(ports, [{ accountId, id, storageKey }])
}

async function documentsIn(archive: StoredFile, pending: PendingFile): Promise<PackedFile[]> {
  const entries = await readArchive(archive, { entries: maxEntries, unpackedBytes: Infinity })
  if (!entries || entries.some(({ isEncrypted, name }) => isEncrypted || isNested(name)))
    return fail('FILE_NOT_SUPPORTED')
  const kept = entries.filter(({ name }) => isKept(name))
  const documents = kept.filter(({ unpackedBytes }) => unpackedBytes > 0)
  if (documents.length === 0) fail(kept.length > 0 ? 'FILE_EMPTY' : 'FILE_NOT_SUPPORTED')
  const files = documents.map((entry) => ({
    id: mintId('file'),
    storageKey: newKey(pending.accountId),
    name: nameInArchive(pending.name, entry.name),
    sizeBytes: entry.unpackedBytes,
    entry,
  }))
  refuseNameTwice(files)
  return files
}

/** An archive may contain a name twice, or names that differ only in case. */
function refuseNameTwice(files: readonly { name: string }[]): void {
  const names = new Set<string>()
  for (const { name } of files) {
    const folded = name.toLowerCase()
    if (names.has(folded)) fail('FILE_NAME_TAKEN', { details: { file: name } })
    names.add(folded)
  }
}

const isNested = (name: string) => /\.(zip|rar|7z|tar|gz|tgz|bz2|xz|zst)$/i.test(name)

/** Documents, without system files: `__MACOSX/…`, `.name`, `~$name`. */
const isKept = (name: string) =>
  readableEndingOf(name) !== null && !/(^|[/\\])(__MACOSX[/\\]|\.|~\$)/.test(name)

async function keepPlaces(
  trx: Transaction,
  ports: KnowledgePorts,
  pending: PendingArchive,
  files: readonly PackedFile[],
): Promise<void> {
  const { accountId, userId, target, storageKey } = pending
  const { allowed } = await requireAdder(trx, ports, pending)
  // They use the space reserved for the archive.
  await sql`update room_file set reserved_bytes = 0 where storage_key = ${storageKey}`.execute(trx)
  for (const { id, storageKey: key, name, sizeBytes } of files) {
    await requirePlace(trx, pending, target, { name, sizeBytes, storageKey: key, allowed })
    await trx
      .insertInto('room_file')
      .values({
        account_id: accountId,
        id,
        room_id: target.roomId,
        storage_key: key,
        name,
        content_type: contentTypeOf(name),
        reserved_bytes: sizeBytes,
        requested_by: userId,
      })
      .execute()
  }
}

async function unpack({ storage }: KnowledgePorts, archive: StoredFile, file: PackedFile): Promise<void> {
  const { storageKey, name, sizeBytes, entry } = file
  const unsupported = (cause?: unknown) =>
    new Failure('FILE_NOT_SUPPORTED', { details: { file: name }, cause })
  await storage
    .put(storageKey, Readable.from(bytesOfEntry(archive, entry)), {
      contentType: contentTypeOf(name),
      cacheControl: 'private, no-store',
      maxBytes: sizeBytes,
    })
    .catch((error: unknown) => {
      throw error instanceof EntryDamagedError ? unsupported(error) : error
    })
  const [stored, ending] = [await storage.get(storageKey), readableEndingOf(name)]
  if (!stored || !ending || !(await isDocument(stored, ending))) throw unsupported()
}

async function settle(
  trx: Transaction,
  ports: KnowledgePorts,
  pending: PendingArchive,
  files: readonly PackedFile[],
): Promise<void> {
  const { accountId, target, id: archiveId } = pending
  const { home } = await requireAdder(trx, ports, pending)
  for (const { id, name, storageKey, sizeBytes } of files) {
    // Another archive of this name may have arrived meanwhile.
    await requireFreeName(trx, pending, target, name)
    const stored = await sql`
      update room_file set stored_at = now(), size_bytes = ${sizeBytes}, reserved_bytes = 0
      where account_id = ${accountId} and id = ${id} and stored_at is null and deleted_at is null
      returning id`.execute(trx)
    if (stored.rows.length === 0) fail('UPLOAD_REFUSED')
    await requestFileIndexing(ports, trx, {
      accountId,
      id,
      scopeId: target.roomId,
      storageKey,
      name,
      uploadId: archiveId,
    })
    await auditFile(trx, pending, 'room-file.added', home, { id, name, sizeBytes })
  }
  await sql`
    update room_file set deleted_at = now() where account_id = ${accountId} and id = ${archiveId}`.execute(
    trx,
  )
}

/** The sweep erases what can't be erased now. */
async function giveUp(
  ports: KnowledgePorts,
  { accountId }: PendingFile,
  files: readonly PackedFile[],
): Promise<void> {
  await eraseDeleted(
    ports,
    files.map(({ id, storageKey }) => ({ accountId, id, storageKey })),
  )
}
