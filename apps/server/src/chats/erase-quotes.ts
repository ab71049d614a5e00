import type { AccountId, FileId } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inSystem, type Transaction } from '../platform/database/index.ts'

/** Files per transaction. */
const filesAtATime = 200
/** By then, an answer that was reading a file during its deletion has ended. */
const answersEndMinutes = 25

/**
 * Removes quotes from deleted files from answers: the beginnings of their passages, and the files' names. The answers' own text
 * stays. Idempotent after a crash. Returns how many files.
 */
export async function eraseQuotes(
  database: Database,
  { olderThanMinutes = answersEndMinutes }: { olderThanMinutes?: number } = {},
): Promise<number> {
  for (let erased = 0; ;) {
    const files = await inSystem(database, (trx) => eraseSome(trx, olderThanMinutes))
    if (files === 0) return erased
    erased += files
  }
}

async function eraseSome(trx: Transaction, olderThanMinutes: number): Promise<number> {
  const found = await sql<{ accountId: AccountId; fileIds: FileId[] }>`
    with oldest as (
      select account_id, file_id from forgotten_file
      where forgotten_at <= now() - make_interval(mins => ${olderThanMinutes})
      order by forgotten_at limit ${filesAtATime} for update skip locked)
    select account_id as "accountId", array_agg(file_id) as "fileIds" from oldest group by account_id`.execute(
    trx,
  )
  for (const { accountId, fileIds } of found.rows) {
    await eraseFrom(trx, accountId, fileIds)
    await sql`delete from forgotten_file where account_id = ${accountId} and file_id = any(${fileIds})`.execute(
      trx,
    )
  }
  return found.rows.reduce((sum, { fileIds }) => sum + fileIds.length, 0)
}

/** The streamed log of an answer is erased too: readers get the stored answer. Copies behind links lose the quotes as well. */
async function eraseFrom(trx: Transaction, accountId: AccountId, fileIds: readonly FileId[]): Promise<void> {
  const files = [...fileIds]
  const withoutQuotes = sql`(
    select jsonb_agg(
      case when part ->> 'type' = 'sources' then part || jsonb_build_object('sources', (
        select coalesce(jsonb_agg(
          case when source ->> 'fileId' = any(${files}) then source || '{"fileName": "", "excerpt": ""}' else source end
          order by nth), '[]')
        from jsonb_array_elements(part -> 'sources') with ordinality as listed (source, nth)))
      else part end order by place)
    from jsonb_array_elements(parts) with ordinality as every (part, place))`
  const quotesThem = sql`parts @> '[{"type": "sources"}]' and exists (
    select from jsonb_array_elements(parts) as part, jsonb_array_elements(part -> 'sources') as source
    where source ->> 'fileId' = any(${files}))`
  await sql`
    with changed as (
      update turn set parts = ${withoutQuotes} where account_id = ${accountId} and state <> 'open' and ${quotesThem}
      returning id)
    delete from turn_log using changed where account_id = ${accountId} and turn_id = changed.id`.execute(trx)
  await sql`
    update chat_link_turn set parts = ${withoutQuotes} where account_id = ${accountId} and ${quotesThem}`.execute(
    trx,
  )
}
