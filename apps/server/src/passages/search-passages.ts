import type { AccountId, FileId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import { mostWeight, rarityOf } from './bm25.ts'
import type { QueryVector } from './nearest-passages.ts'
import { entryBytes } from './postings.ts'
import { type FoundPassage, readFound } from './read-found.ts'
import { figuresOf } from './scope-figures.ts'
import { type Posting, scorePassages } from './score-passages.ts'
import { secondLook } from './second-look.ts'
import { mostFused, withNearness } from './with-nearness.ts'
import { stemsIn } from './words-of-passage.ts'

export type PassageSearch = {
  scopeIds: readonly string[]
  /** A question, or words. */
  query: string
  /** How many passages come back at most. */
  most: number
  /** Of the files of the scopes these alone. */
  fileIds?: readonly FileId[]
  /** What the query means, as `embedQuery` tells; without it, words alone count. */
  near?: QueryVector | null
}

export type PassagesFound = {
  filesSearched: number
  passagesSearched: number
  /** How many have any of the words that were looked for. */
  passagesFound: number
  /** Best first; scores are of words alone, or of words and vectors fused. */
  found: FoundPassage[]
}

/** A query's further words are left out: a whole text as query has the same ones again and again. */
const mostWords = 200
/** Entries that are read for one search, rarest words first. Beyond them stand words that are in nearly every passage. */
const mostEntries = 60_000
/** So many of the best at least are looked at again: closely, and by their vectors when there are some. */
const leastRead = 40

type StemRow = { stem: string; standsIn: number }

/**
 * Finds the passages of these scopes that say most of what is asked, in files that are read to their end: BM25 over the stems of
 * the query, and a second look at the best ones: how many words stand side by side as in the query, whether they are written as
 * there, and how near their vectors are. Which scopes the asker may search is the caller's to know; the account's rows alone are seen.
 */
export async function searchPassages(
  trx: Transaction,
  accountId: AccountId,
  search: PassageSearch,
): Promise<PassagesFound> {
  const asked = [...stemsIn(search.query)].slice(0, mostWords)
  const [figures, stems] = await Promise.all([
    figuresOf(trx, accountId, search),
    howCommon(trx, accountId, search, [...new Set(asked)]),
  ])
  const passagesSearched = figures.passages
  const meanWords = Math.max(1, figures.words / Math.max(1, passagesSearched))
  const rarities = new Map(stems.map(({ stem, standsIn }) => [stem, rarityOf(standsIn, passagesSearched)]))
  const postings = await postingsOf(trx, accountId, search, rarest(stems))
  const { best, found } = scorePassages(postings, {
    weights: weightsOf(asked, rarities),
    meanWords,
    most: Math.max(search.near ? mostFused : leastRead, search.most),
  })
  const read = await readFound(trx, accountId, best)
  const lookAgain = secondLook(search.query, { asked, rarities, meanWords })
  const byWords = read.map((passage) => ({ ...passage, score: lookAgain(passage) }))
  const { near } = search
  return {
    filesSearched: figures.files,
    passagesSearched,
    passagesFound: found,
    found: (near
      ? await withNearness(trx, accountId, search, {
          byWords,
          highestByWords: highest(asked, rarities, passagesSearched),
          near,
        })
      : byWords
    )
      .toSorted((one, other) => other.score - one.score)
      .slice(0, search.most),
  }
}

/** What no passage can score above: every word that is asked for, also those that stand nowhere, more often than counts. */
const highest = (asked: readonly string[], rarities: ReadonlyMap<string, number>, passages: number): number =>
  mostWeight * asked.reduce((sum, stem) => sum + (rarities.get(stem) ?? rarityOf(0, passages)), 0)

/** A word that is asked for twice counts twice. */
function weightsOf(asked: readonly string[], rarities: ReadonlyMap<string, number>): Map<string, number> {
  const weights = new Map<string, number>()
  for (const stem of asked) weights.set(stem, (weights.get(stem) ?? 0) + (rarities.get(stem) ?? 0))
  return weights
}

/** Files that are not read to their end are few: they are left out, which is faster than finding the others. */
const postingsAmong = (
  accountId: AccountId,
  { scopeIds, fileIds }: PassageSearch,
  stems: readonly string[],
) => sql`
  posting where account_id = ${accountId} and scope_id = any(${[...scopeIds]}) and stem = any(${[...stems]})
    and file_id not in (
      select file_id from indexed_file
      where account_id = ${accountId} and scope_id = any(${[...scopeIds]}) and status <> 'COMPLETED')
    ${fileIds ? sql`and file_id = any(${[...fileIds]})` : sql``}`

/** In how many passages each of the words stands; lengths are known without reading what is long. */
async function howCommon(
  trx: Transaction,
  accountId: AccountId,
  search: PassageSearch,
  stems: readonly string[],
): Promise<StemRow[]> {
  const found = await sql<StemRow>`
    select stem, sum(octet_length(entries) / ${entryBytes})::int as "standsIn"
    from ${postingsAmong(accountId, search, stems)} group by stem`.execute(trx)
  return found.rows
}

/** The rarest words whose entries together are not too many, and the rarest one in any case. */
function rarest(stems: readonly StemRow[]): string[] {
  let entries = 0
  return stems
    .toSorted((one, other) => one.standsIn - other.standsIn)
    .filter(({ standsIn }, index) => {
      entries += standsIn
      return index === 0 || entries <= mostEntries
    })
    .map(({ stem }) => stem)
}

async function postingsOf(
  trx: Transaction,
  accountId: AccountId,
  search: PassageSearch,
  stems: readonly string[],
): Promise<Posting[]> {
  if (stems.length === 0) return []
  const found = await sql<Omit<Posting, 'fileIds' | 'lengths'> & { fileIds: string; lengths: string }>`
    select stem, string_agg(file_id, ',') as "fileIds", string_agg(octet_length(entries)::text, ',') as lengths,
      string_agg(entries, '') as entries
    from ${postingsAmong(accountId, search, stems)} group by stem`.execute(trx)
  return found.rows.map(({ fileIds, lengths, ...posting }) => ({
    ...posting,
    fileIds: fileIds.split(',') as FileId[],
    lengths: lengths.split(',').map(Number),
  }))
}
