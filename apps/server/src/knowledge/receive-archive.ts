import { Readable } from 'node:stream'
import { contentTypeOf, documentEndingOf, type FileId, mintId } from '@atrium/contract'
import { sql } from 'kysely'
import {
  type ArchiveEntry,
  bytesOfEntry,
  EntryDamagedError,
  isDocument,
  readArchive,
} from '../files/index.ts'
import {
  inTenant,
  isDatabaseUnavailable,
  isUniqueViolation,
  type Transaction,
} from '../platform/database/index.ts'
import { Failure, fail } from '../platform/failure.ts'
import type { StoredFile } from '../platform/storage/index.ts'
import { auditFile } from './audit-file.ts'
import { requirePlace } from './context-limits.ts'
import { eraseDeleted } from './erase-context-files.ts'
import { haveIndexed } from './have-indexed.ts'
import type { KnowledgePorts } from './knowledge-ports.ts'
import { nameInArchive } from './name-in-archive.ts'
import { newKey } from './offer-upload.ts'
import { type PendingFile, requireAdder } from './pending-file.ts'

type PackedFile = { id: FileId; storageKey: string; name: string; sizeBytes: number; entry: ArchiveEntry }

/** What an archive may list at most, documents or not. */
const entriesAtMost = 10_000

/**
 * Takes the documents of an archive that has come, each as a file of the room's context; all of them or none. They are counted as
 * large as they unpack. An archive that is damaged, protected or holds another one, and one without a document, is
 * FILE_NOT_SUPPORTED; of what is in it and is no document, nothing is taken.
 */
export async function receiveArchive(ports: KnowledgePorts, pending: PendingFile): Promise<void> {
  const archive = (await ports.storage.get(pending.storageKey)) ?? fail('FILE_NOT_SUPPORTED')
  const files = await documentsIn(archive, pending)
  // Their rows are there before their bytes, so that the sweep finds what is interrupted here.
  await inTenant(ports.database, pending, (trx) => keepPlaces(trx, ports, pending, files))
  try {
    for (const file of files) await unpack(ports, archive, file)
    await inTenant(ports.database, pending, (trx) => settle(trx, ports, pending, files)).catch(
      refuseTakenName,
    )
  } catch (error) {
    // When the database went away, the files may be known already: who sweeps finds out.
    if (!isDatabaseUnavailable(error)) await giveUp(ports, pending, files)
    throw error
  }
  const { accountId, id, storageKey } = pending
  await eraseDeleted(ports, [{ accountId, id, storageKey }])
}

async function documentsIn(archive: StoredFile, pending: PendingFile): Promise<PackedFile[]> {
  const entries = await readArchive(archive, { entries: entriesAtMost, unpackedBytes: Infinity })
  if (!entries || entries.some(({ isEncrypted, name }) => isEncrypted || isNested(name)))
    return fail('FILE_NOT_SUPPORTED')
  const documents = entries.filter(({ name, unpackedBytes }) => unpackedBytes > 0 && isKept(name))
  if (documents.length === 0) fail('FILE_NOT_SUPPORTED')
  return documents.map((entry) => ({
    id: mintId('file'),
    storageKey: newKey(pending.accountId),
    name: nameInArchive(pending.name, entry.name),
    sizeBytes: entry.unpackedBytes,
    entry,
  }))
}

const isNested = (name: string) => /\.(zip|rar|7z|tar|gz|tgz|bz2|xz|zst)$/i.test(name)

/** Documents, but not what systems put beside them: `__MACOSX/…`, `.name`, `~$name`. */
const isKept = (name: string) =>
  documentEndingOf(name) !== null && !/(^|[/\\])(__MACOSX[/\\]|\.|~\$)/.test(name)

async function keepPlaces(
  trx: Transaction,
  ports: KnowledgePorts,
  pending: PendingFile,
  files: readonly PackedFile[],
): Promise<void> {
  const { accountId, userId, roomId, storageKey } = pending
  const { allowed } = await requireAdder(trx, ports, pending)
  // What was kept free for the archive itself is what they take.
  await sql`update room_file set reserved_bytes = 0 where storage_key = ${storageKey}`.execute(trx)
  for (const { id, storageKey: key, name, sizeBytes } of files) {
    await requirePlace(trx, pending, { of: 'context', roomId }, { name, sizeBytes, storageKey: key, allowed })
    await trx
      .insertInto('room_file')
      .values({
        account_id: accountId,
        id,
        room_id: roomId,
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
      largestBytes: sizeBytes,
    })
    .catch((error: unknown) => {
      throw error instanceof EntryDamagedError ? unsupported(error) : error
    })
  const [stored, ending] = [await storage.get(storageKey), documentEndingOf(name)]
  if (!stored || !ending || !(await isDocument(stored, ending))) throw unsupported()
}

async function settle(
  trx: Transaction,
  ports: KnowledgePorts,
  pending: PendingFile,
  files: readonly PackedFile[],
): Promise<void> {
  const { accountId, roomId, id: archiveId } = pending
  const { room } = await requireAdder(trx, ports, pending)
  for (const { id, name, storageKey, sizeBytes } of files) {
    const stored = await sql`
      update room_file set stored_at = now(), size_bytes = ${sizeBytes}, reserved_bytes = 0
      where account_id = ${accountId} and id = ${id} and stored_at is null and deleted_at is null
      returning id`.execute(trx)
    if (stored.rows.length === 0) fail('UPLOAD_REFUSED')
    await haveIndexed(ports, trx, { accountId, id, scopeId: roomId, storageKey, name })
    await auditFile(trx, pending, 'room-file.added', room, { id, name, sizeBytes })
  }
  await sql`
    update room_file set deleted_at = now() where account_id = ${accountId} and id = ${archiveId}`.execute(
    trx,
  )
}

function refuseTakenName(error: unknown): never {
  throw isUniqueViolation(error, 'room_file_name') ? new Failure('FILE_NAME_TAKEN', { cause: error }) : error
}

/** What cannot be erased now, the sweep erases. */
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
