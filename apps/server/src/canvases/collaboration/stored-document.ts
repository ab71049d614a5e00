import { countWords, markdownOf } from '@atrium/canvas'
import { type AccountId, type CanvasId, limits } from '@atrium/contract'
import { sql } from 'kysely'
import { applyUpdate, type Doc, encodeStateAsUpdate, mergeUpdates } from 'yjs'
import { notify, type TenantTransaction, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Actor, requireCanvas } from '../access.ts'
import { searchedWords } from '../search-words.ts'

/** The channel on which processes learn of each other's updates. */
export const updateChannel = 'canvas_updates'

export type CanvasKey = { accountId: AccountId; canvasId: CanvasId }

/** Updates that are kept one by one before they are merged into the snapshot. */
const maxUpdates = 200

/**
 * Appends an update to a canvas that the actor may edit, and publishes its number to the other processes with the commit. Returns the
 * number. `nodeId` is the process that has applied it already. Throws NOT_FOUND, FORBIDDEN, and INVALID_INPUT for a document that becomes too large.
 */
export async function appendUpdate(
  trx: TenantTransaction,
  actor: Actor,
  { canvasId, update, nodeId }: { canvasId: CanvasId; update: Uint8Array; nodeId: string | null },
): Promise<number> {
  const { accountId } = actor
  await requireCanvas(trx, actor, canvasId, 'edit')
  const found = await sql<{ seq: string; bytes: string }>`
    update canvas set last_seq = last_seq + 1, stored_bytes = stored_bytes + ${update.length}, updated_at = now()
    where account_id = ${accountId} and id = ${canvasId} and deleted_at is null
    returning last_seq::text as seq, stored_bytes::text as bytes`.execute(trx)
  const row = found.rows[0] ?? fail('NOT_FOUND')
  if (Number(row.bytes) > limits.maxCanvasBytes)
    fail('INVALID_INPUT', { issues: [{ path: 'document', message: 'This canvas is too large.' }] })
  const seq = Number(row.seq)
  await sql`
    insert into canvas_update (account_id, canvas_id, seq, data)
    values (${accountId}, ${canvasId}, ${seq}, ${Buffer.from(update)})`.execute(trx)
  await sql`
    insert into canvas_author (account_id, canvas_id, user_id, last_seq)
    values (${accountId}, ${canvasId}, ${actor.userId}, ${seq})
    on conflict (account_id, canvas_id, user_id) do update set last_seq = excluded.last_seq`.execute(trx)
  await notify(trx, updateChannel, JSON.stringify({ nodeId, accountId, canvasId, seq }))
  return seq
}

type StoredUpdates = {
  /** In order; the first may be the snapshot. */
  updates: Uint8Array[]
  /** The number of the last one. */
  seq: number
}

/** Reads what was stored of a canvas after a number: the updates, and the snapshot if some of them are merged into it. */
export async function readUpdates(
  trx: Transaction,
  { accountId, canvasId }: CanvasKey,
  after: number,
): Promise<StoredUpdates> {
  const found = await sql<{ seq: string; data: Buffer }>`
    select stored.seq::text as seq, stored.data from (
    select seq, state as data from canvas_snapshot
    where account_id = ${accountId} and canvas_id = ${canvasId} and seq > ${after}
    union all
    select seq, data from canvas_update
    where account_id = ${accountId} and canvas_id = ${canvasId} and seq > ${after}
    ) as stored order by stored.seq`.execute(trx)
  return {
    updates: found.rows.map(({ data }) => new Uint8Array(data)),
    seq: Math.max(after, ...found.rows.map(({ seq }) => Number(seq))),
  }
}

/** Reads a canvas' whole document, as one update with its number. */
export async function readStored(
  trx: Transaction,
  key: CanvasKey,
): Promise<{ state: Uint8Array; seq: number }> {
  const { updates, seq } = await readUpdates(trx, key, -1)
  return { state: mergeUpdates(updates), seq: Math.max(0, seq) }
}

/**
 * Stores the text of a document that includes every update up to `seq`; merges them into the snapshot when they are many. A later
 * writer's text is never replaced by an earlier one's.
 */
export async function storeText(trx: Transaction, key: CanvasKey, doc: Doc, seq: number): Promise<void> {
  const { accountId, canvasId } = key
  const markdown = markdownOf(doc)
  const titled = await sql<{ title: string; updates: number }>`
    select title, (select count(*)::int from canvas_update
      where account_id = ${accountId} and canvas_id = ${canvasId} and seq <= ${seq}) as updates
    from canvas where account_id = ${accountId} and id = ${canvasId} for no key update`.execute(trx)
  const row = titled.rows[0]
  if (!row) return
  await sql`
    update canvas set markdown = ${markdown}, word_count = ${countWords(markdown)},
      words = ${searchedWords(row.title, markdown)}, text_seq = ${seq}
    where account_id = ${accountId} and id = ${canvasId} and text_seq <= ${seq}`.execute(trx)
  if (row.updates > maxUpdates) await mergeInto(trx, key, encodeStateAsUpdate(doc), seq)
}

async function mergeInto(
  trx: Transaction,
  { accountId, canvasId }: CanvasKey,
  state: Uint8Array,
  seq: number,
): Promise<void> {
  await sql`
    insert into canvas_snapshot (account_id, canvas_id, seq, state)
    values (${accountId}, ${canvasId}, ${seq}, ${Buffer.from(state)})
    on conflict (account_id, canvas_id) do update set seq = excluded.seq, state = excluded.state
    where canvas_snapshot.seq < excluded.seq`.execute(trx)
  await sql`
    delete from canvas_update where account_id = ${accountId} and canvas_id = ${canvasId} and seq <= ${seq}`.execute(
    trx,
  )
  await sql`
    update canvas set stored_bytes = ${state.length} + (
      select coalesce(sum(length(data)), 0) from canvas_update where account_id = ${accountId} and canvas_id = ${canvasId})
    where account_id = ${accountId} and id = ${canvasId}`.execute(trx)
}

/** Applies updates one by one: a damaged one, which only a modified client could have sent, doesn't hide the others. */
export function applyStored(doc: Doc, updates: readonly Uint8Array[], origin: unknown): number {
  let damaged = 0
  for (const update of updates)
    try {
      applyUpdate(doc, update, origin)
    } catch {
      damaged += 1
    }
  return damaged
}
