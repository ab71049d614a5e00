import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database/index.ts'
import { type IndexRun, inRun } from './index-run.ts'
import type { JsonRows, PassageFrame, Written } from './passage-frames.ts'
import { UnreadableError } from './settle-failure.ts'

/**
 * Writes the passages and postings of a file, one frame per transaction, in constant memory. Throws `RunGivenUpError` once the
 * attempt is superseded, TOO_MANY_PASSAGES at the frame that exceeds the limit.
 */
export async function writePassages(
  database: Database,
  run: IndexRun,
  frames: AsyncIterable<PassageFrame>,
  maxPassages: number,
): Promise<Written & { summary: string }> {
  let passages = 0
  for await (const frame of frames) {
    if (frame.kind === 'end') return frame
    if (frame.kind === 'passages') passages += frame.count
    if (passages > maxPassages) throw new UnreadableError('TOO_MANY_PASSAGES')
    const insert = frame.kind === 'passages' ? insertPassages : insertPostings
    await inRun(database, run, (trx) => insert(trx, run, frame.rows))
    frame.rows.release()
  }
  throw new UnreadableError('INTERNAL')
}

async function insertPassages(
  trx: Transaction,
  { accountId, fileId }: IndexRun,
  rows: JsonRows,
): Promise<void> {
  await sql`
    insert into passage (account_id, file_id, position, text, place, words, tokens)
    select ${accountId}, ${fileId}, position, text, place, words, tokens
    from jsonb_to_recordset(${rows}::jsonb)
      as found (position integer, text text, place jsonb, words integer, tokens integer)`.execute(trx)
}

/** A stem's entries from earlier passages stay in front: positions only grow. */
async function insertPostings(
  trx: Transaction,
  { accountId, scopeId, fileId }: IndexRun,
  rows: JsonRows,
): Promise<void> {
  await sql`
    insert into posting (account_id, scope_id, stem, file_id, entries)
    select ${accountId}, ${scopeId}, stem, ${fileId}, decode(entries, 'base64')
    from jsonb_to_recordset(${rows}::jsonb) as found (stem text, entries text)
    on conflict (account_id, scope_id, stem, file_id) do update set entries = posting.entries || excluded.entries`.execute(
    trx,
  )
}
