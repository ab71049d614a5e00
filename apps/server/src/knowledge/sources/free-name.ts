import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import type { PlaceOfSource } from './source-ports.ts'

/**
 * Returns a free name for a source's file, numbered if taken in its base: `Home.txt`, `Home (2).txt`. Many pages of a site have
 * the same title. Certain while the room is locked.
 */
export async function freeNameIn(
  trx: Transaction,
  { accountId, baseId, fileId }: PlaceOfSource,
  wanted: string,
): Promise<string> {
  const [, stem = wanted, ending = ''] = /^(.*)(\.[a-z0-9]+)$/i.exec(wanted) ?? []
  const found = await sql<{ name: string }>`
    select lower(name) as name from room_file
    where account_id = ${accountId} and base_id = ${baseId} and stored_at is not null and deleted_at is null
      and id is distinct from ${fileId} and starts_with(lower(name), lower(${stem}))`.execute(trx)
  const taken = new Set(found.rows.map(({ name }) => name))
  let name = wanted
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${stem} (${number})${ending}`
  return name
}
