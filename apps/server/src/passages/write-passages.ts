import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { countTokens } from '../models/index.ts'
import type { Database, Transaction } from '../platform/database/index.ts'
import type { Piece } from './cut-passages.ts'
import { type IndexRun, inRun } from './index-run.ts'
import { collectPostings, type Postings } from './postings.ts'
import { wordsOfPassage } from './words-of-passage.ts'

/** Passages, and stems, that one transaction writes. */
const passagesAtATime = 200
const stemsAtATime = 2000
/** Entries of postings that are held before they are written: some 30 MB. */
const mostEntries = 400_000
/** Words are read so long before others get their turn, in milliseconds. */
const turnMs = 10

export type Written = { passages: number; words: number; tokens: number }

/**
 * Writes the passages of a file and where their words stand, a batch at a time; memory does not grow with the file. Throws
 * `RunGivenUpError` as soon as the try is given up.
 */
export async function writePassages(
  database: Database,
  run: IndexRun,
  pieces: AsyncIterable<Piece>,
): Promise<Written> {
  const collected = collectPostings()
  const written: Written = { passages: 0, words: 0, tokens: 0 }
  let batch: PassageRow[] = []
  let turnFrom = performance.now()
  const writeBatch = async () => {
    const rows = batch
    batch = []
    await inRun(database, run, (trx) => insertPassages(trx, run, rows))
  }
  for await (const piece of pieces) {
    const passage = wordsOfPassage(piece, run.name)
    const tokens = countTokens(piece.text)
    collected.add(written.passages, passage)
    batch.push({ position: written.passages, ...piece, words: passage.words, tokens })
    written.passages += 1
    written.words += passage.words
    written.tokens += tokens
    if (batch.length === passagesAtATime) await writeBatch()
    if (collected.size() >= mostEntries) await writePostings(database, run, collected.take())
    if (performance.now() - turnFrom > turnMs) {
      await setImmediate()
      turnFrom = performance.now()
    }
  }
  if (batch.length > 0) await writeBatch()
  await writePostings(database, run, collected.take())
  return written
}

type PassageRow = Piece & { position: number; words: number; tokens: number }

async function insertPassages(
  trx: Transaction,
  { accountId, fileId }: IndexRun,
  rows: readonly PassageRow[],
): Promise<void> {
  await sql`
    insert into passage (account_id, file_id, position, text, place, words, tokens)
    select ${accountId}, ${fileId}, position, text, place, words, tokens
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as found (position integer, text text, place jsonb, words integer, tokens integer)`.execute(trx)
}

async function writePostings(database: Database, run: IndexRun, postings: Postings): Promise<void> {
  for (let from = 0; from < postings.length; from += stemsAtATime) {
    const some = postings.slice(from, from + stemsAtATime)
    await inRun(database, run, (trx) => insertPostings(trx, run, some))
  }
}

/** What a stem has already from earlier passages of the file stays in front: positions only grow. */
async function insertPostings(
  trx: Transaction,
  { accountId, scopeId, fileId }: IndexRun,
  postings: Postings,
): Promise<void> {
  const stems = postings.map(({ stem }) => stem)
  const entries = postings.map((posting) => posting.entries)
  await sql`
    insert into posting (account_id, scope_id, stem, file_id, entries)
    select ${accountId}, ${scopeId}, stem, ${fileId}, entries
    from unnest(${stems}::text[], ${entries}::bytea[]) as found (stem, entries)
    on conflict (account_id, scope_id, stem, file_id) do update set entries = posting.entries || excluded.entries`.execute(
    trx,
  )
}
