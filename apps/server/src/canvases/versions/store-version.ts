import { countWords, documentOf, markdownOfDocument } from '@atrium/canvas'
import { limits } from '@atrium/contract'
import type { JSONContent } from '@tiptap/core'
import { sql } from 'kysely'
import { Doc } from 'yjs'
import type { Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { applyStored, type CanvasKey, readUpdates } from '../collaboration/stored-document.ts'

type VersionToStore = { name?: string; restoredFrom?: number }

type CanvasState = {
  lastSeq: string
  versionSeq: string
  versionNumber: number
}

/**
 * Saves a canvas' stored document as a version and returns its number, or null for a canvas that is gone. An unchanged document gets no
 * second version: a name goes to the newest one, unless that has one. Locks the canvas, so that the stored authors match the content.
 */
export async function storeVersion(
  trx: Transaction,
  key: CanvasKey,
  { name, restoredFrom }: VersionToStore = {},
): Promise<number | null> {
  const { accountId, canvasId } = key
  if (name !== undefined) await refuseTooManyNames(trx, key)
  const found = await sql<CanvasState>`
    select last_seq::text as "lastSeq", version_seq::text as "versionSeq", version_number as "versionNumber"
    from canvas where account_id = ${accountId} and id = ${canvasId} for no key update`.execute(trx)
  const canvas = found.rows[0]
  if (!canvas) return null
  const newest = await newestOf(trx, key, canvas.versionNumber)
  const isUnchanged = newest !== null && canvas.lastSeq === canvas.versionSeq
  if (isUnchanged && name === undefined && restoredFrom === undefined) return newest.number
  const { document, seq } = await documentNow(trx, key)
  const text = JSON.stringify(document)
  if (
    newest?.document === text &&
    restoredFrom === undefined &&
    (name === undefined || newest.name === null)
  ) {
    await settle(trx, key, newest.number, seq)
    if (name !== undefined)
      await sql`
        update canvas_version set name = ${name}
        where account_id = ${accountId} and canvas_id = ${canvasId} and number = ${newest.number}`.execute(
        trx,
      )
    return newest.number
  }
  const number = canvas.versionNumber + 1
  const markdown = markdownOfDocument(document)
  await sql`
    insert into canvas_version (account_id, canvas_id, number, name, restored_from, document, markdown, word_count, bytes)
    values (${accountId}, ${canvasId}, ${number}, ${name ?? null}, ${restoredFrom ?? null}, ${text}, ${markdown},
      ${countWords(markdown)}, ${Buffer.byteLength(text) + Buffer.byteLength(markdown)})`.execute(trx)
  await sql`
    insert into canvas_version_author (account_id, canvas_id, number, user_id)
    select account_id, canvas_id, ${number}, user_id from canvas_author
    where account_id = ${accountId} and canvas_id = ${canvasId}`.execute(trx)
  await settle(trx, key, number, seq)
  return number
}

/** Records that a version has every update up to `seq`: nobody has changed the document since. */
async function settle(
  trx: Transaction,
  { accountId, canvasId }: CanvasKey,
  number: number,
  seq: number,
): Promise<void> {
  await sql`
    update canvas set version_number = greatest(version_number, ${number}), version_seq = ${seq}, versioned_at = now()
    where account_id = ${accountId} and id = ${canvasId}`.execute(trx)
  await sql`
    delete from canvas_author where account_id = ${accountId} and canvas_id = ${canvasId}`.execute(trx)
}

type Newest = { number: number; name: string | null; document: string }

async function newestOf(
  trx: Transaction,
  { accountId, canvasId }: CanvasKey,
  number: number,
): Promise<Newest | null> {
  const found = await sql<Newest>`
    select number, name, document from canvas_version
    where account_id = ${accountId} and canvas_id = ${canvasId} and number = ${number}`.execute(trx)
  return found.rows[0] ?? null
}

async function documentNow(
  trx: Transaction,
  key: CanvasKey,
): Promise<{ document: JSONContent; seq: number }> {
  const { updates, seq } = await readUpdates(trx, key, -1)
  const doc = new Doc()
  applyStored(doc, updates, null)
  const document = documentOf(doc)
  doc.destroy()
  return { document, seq: Math.max(0, seq) }
}

/** Throws TOO_MANY_CANVAS_VERSIONS when a canvas has as many named versions as it can. */
export async function refuseTooManyNames(
  trx: Transaction,
  { accountId, canvasId }: CanvasKey,
): Promise<void> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from canvas_version
    where account_id = ${accountId} and canvas_id = ${canvasId} and name is not null`.execute(trx)
  if ((found.rows[0]?.count ?? 0) >= limits.maxNamedCanvasVersions) fail('TOO_MANY_CANVAS_VERSIONS')
}
