import { randomBytes } from 'node:crypto'
import {
  type ContextLimits,
  contentTypeOf,
  type ReadableEnding,
  type FileId,
  mintId,
  type UserId,
} from '@atrium/contract'
import { sql } from 'kysely'
import { cleanFileName } from '../../files/index.ts'
import { inTenant, isUniqueViolation, type Transaction } from '../../platform/database/index.ts'
import { Failure } from '../../platform/failure.ts'
import { requireBytes } from '../files/context-limits.ts'
import { eraseDeleted } from '../files/erase-context-files.ts'
import { requestFileIndexing } from '../files/request-file-indexing.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import { accountsFolder } from '../files/offer-upload.ts'
import { freeNameIn } from './free-name.ts'
import type { PlaceOfSource } from './source-ports.ts'

type StoringPorts = Pick<KnowledgePorts, 'database' | 'storage' | 'log' | 'enqueueIndexing'>

export type Content = { title: string; ending: ReadableEnding; bytes: Buffer }

/** The steps in separate transactions, each with the base's room locked. */
type Steps<Result> = {
  /** The actor; null for a job. */
  userId: UserId | null
  /** Locks the room and checks that the text may still be stored; returns the base's limits. Null when it may not. */
  admit(trx: Transaction): Promise<{ place: PlaceOfSource; allowed: ContextLimits } | null>
  /** Whether to refuse a name that another file of the base has, instead of numbering this file. */
  refusesTakenName: boolean
  /** Further changes in the same transaction. */
  settle(trx: Transaction, file: { fileId: FileId }): Promise<Result>
}

/**
 * Stores bytes as the text of a source, as a file of its base, and enqueues indexing: under its existing id, if there is one.
 * Stores the bytes between two short transactions, both of which check permission; the sweep erases the first one's row and the
 * bytes if the second never runs. Null when refused.
 */
export async function storeContent<Result>(
  ports: StoringPorts,
  accountId: PlaceOfSource['accountId'],
  content: Content,
  steps: Steps<Result>,
): Promise<Result | null> {
  const { title, ending, bytes } = content
  const arriving = {
    id: mintId('file'),
    storageKey: `${accountsFolder}${accountId}/${randomBytes(16).toString('hex')}`,
    name: cleanFileName(`${title.slice(0, 200)}.${ending}`),
    contentType: contentTypeOf(`a.${ending}`),
    sizeBytes: bytes.length,
  }
  const tenant = { accountId, userId: steps.userId }
  const isAdmitted = await inTenant(ports.database, tenant, async (trx) => {
    const admitted = await steps.admit(trx)
    if (admitted) await reserve(trx, admitted, arriving, steps.userId)
    return admitted !== null
  })
  if (!isAdmitted) return null
  try {
    await ports.storage.put(arriving.storageKey, bytes, {
      contentType: arriving.contentType,
      cacheControl: 'private, no-store',
      maxBytes: bytes.length,
    })
    return await inTenant(ports.database, tenant, async (trx) => {
      const admitted = await steps.admit(trx)
      if (!admitted) return null
      const { place, allowed } = admitted
      await requireBytes(trx, place, { ...arriving, besides: await keysOf(trx, place, arriving) }, allowed)
      const name = steps.refusesTakenName ? arriving.name : await freeNameIn(trx, place, arriving.name)
      const file = await bind(trx, place, { ...arriving, name })
      await requestFileIndexing(ports, trx, {
        accountId,
        id: file.fileId,
        scopeId: place.baseId,
        storageKey: arriving.storageKey,
        name,
      })
      return await steps.settle(trx, file)
    })
  } catch (error) {
    if (isUniqueViolation(error, 'room_file_base_name'))
      throw new Failure('FILE_NAME_TAKEN', { details: { file: arriving.name }, cause: error })
    throw error
  } finally {
    await eraseLeftover(ports, tenant, arriving.id)
  }
}

type Arriving = { id: FileId; storageKey: string; name: string; contentType: string; sizeBytes: number }

async function reserve(
  trx: Transaction,
  { place, allowed }: { place: PlaceOfSource; allowed: ContextLimits },
  arriving: Arriving,
  userId: UserId | null,
): Promise<void> {
  const { accountId, baseId, roomId, sourceId } = place
  await requireBytes(trx, place, { ...arriving, besides: await keysOf(trx, place, arriving) }, allowed)
  await sql`
    insert into room_file (account_id, id, room_id, base_id, for_base, source_id, reserved_bytes, storage_key, name, content_type, requested_by)
    values (${accountId}, ${arriving.id}, ${roomId}, ${baseId}, true, ${sourceId}, ${arriving.sizeBytes}, ${arriving.storageKey},
      ${arriving.name}, ${arriving.contentType}, ${userId})`.execute(trx)
}

/** Keys that don't count against the limits: the text itself, and the one that it replaces. */
async function keysOf(
  trx: Transaction,
  { accountId, fileId }: PlaceOfSource,
  { storageKey }: Arriving,
): Promise<string[]> {
  if (fileId === null) return [storageKey]
  const found = await sql<{ storageKey: string }>`
    select storage_key as "storageKey" from room_file where account_id = ${accountId} and id = ${fileId}`.execute(
    trx,
  )
  return [storageKey, ...found.rows.map((row) => row.storageKey)]
}

/** The new row becomes the file; or passes its bytes to the existing one, and is deleted with the old bytes. */
async function bind(
  trx: Transaction,
  { accountId, fileId }: PlaceOfSource,
  { id, storageKey, name, contentType, sizeBytes }: Arriving,
): Promise<{ fileId: FileId }> {
  const old = await sql<{ storageKey: string }>`
    select storage_key as "storageKey" from room_file
    where account_id = ${accountId} and id = ${fileId} and stored_at is not null and deleted_at is null for update`.execute(
    trx,
  )
  const before = old.rows[0]
  if (fileId === null || !before) {
    await sql`
      update room_file set stored_at = now(), name = ${name}, size_bytes = ${sizeBytes}, reserved_bytes = 0
      where account_id = ${accountId} and id = ${id}`.execute(trx)
    return { fileId: id }
  }
  const give = (row: FileId, key: string) =>
    sql`update room_file set storage_key = ${key} where account_id = ${accountId} and id = ${row}`.execute(
      trx,
    )
  // The keys are unique at every moment.
  await give(id, `${storageKey}.given`)
  await give(fileId, storageKey)
  await give(id, before.storageKey)
  await sql`
    update room_file set deleted_at = now(), reserved_bytes = 0 where account_id = ${accountId} and id = ${id}`.execute(
    trx,
  )
  await sql`
    update room_file set name = ${name}, content_type = ${contentType}, size_bytes = ${sizeBytes}, stored_at = now()
    where account_id = ${accountId} and id = ${fileId}`.execute(trx)
  return { fileId }
}

/** Erases replaced or refused bytes; the sweep completes an interrupted run. */
async function eraseLeftover(
  ports: StoringPorts,
  tenant: { accountId: PlaceOfSource['accountId']; userId: UserId | null },
  id: FileId,
): Promise<void> {
  const { accountId } = tenant
  const left = await inTenant(ports.database, tenant, (trx) =>
    sql<{ storageKey: string }>`
      update room_file set deleted_at = coalesce(deleted_at, now()), reserved_bytes = 0
      where account_id = ${accountId} and id = ${id} and (stored_at is null or deleted_at is not null)
      returning storage_key as "storageKey"`.execute(trx),
  ).catch((error: unknown) => {
    ports.log.warn(
      { event: 'source.erase_failed', err: error, fileId: id },
      'Could not erase the remains of a fetched text; the sweep will retry',
    )
    return { rows: [] }
  })
  await eraseDeleted(
    ports,
    left.rows.map(({ storageKey }) => ({ accountId, id, storageKey })),
  )
}
