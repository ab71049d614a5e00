import type { AccountId, FileId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import { rarityOf } from './bm25.ts'
import type { Surprise } from '../../platform/words/index.ts'
import { isEnough, wantedBy } from '../rerank/evidence.ts'
import type { QueryVector } from './nearest-passages.ts'
import { entryBytes } from '../index/postings.ts'
import { type FoundPassage, readFound } from './read-found.ts'
import { readQuery } from './read-query.ts'
import { figuresOf } from './scope-figures.ts'
import { type Posting, scorePassages } from './score-passages.ts'
import { rerank } from '../rerank/rerank.ts'
import { isNearEnough, keyOf, maxFused, hybridSearch } from './hybrid-search.ts'

export type PassageSearch = {
  scopeIds: readonly string[]
  /** A question, or words. */
  query: string
  /** Maximum passages to return. */
  most: number
  /** Restricts the search to these files of the scopes. They were selected: their best passage is found, however weak. */
  fileIds?: readonly FileId[]
  /** The query's embedding by `embedQuery`; without it, keywords only. */
  near?: QueryVector | null
  /** Read before the transaction begins: the first read in a process takes up to seconds. */
  surprise: Surprise
}

export type PassagesFound = {
  filesSearched: number
  passagesSearched: number
  /** How many have any keyword of the query; 0 when the best ones match too weakly. */
  passagesFound: number
  /** Best first; scores are of keywords, or fused with similarity. */
  found: FoundPassage[]
}

/** Maximum posting entries per search, rarest words first. The rest are words in nearly every passage. */
const maxEntries = 60_000
/** Minimum number of best passages to rerank, by text and, if available, by vector. */
const minPassagesRead = 40
/** The passage that decides whether anything is found is among this many of the best. */
const judged = 10

type StemRow = { stem: string; standsIn: number }

/**
 * Searches these scopes for the best passages, in completely indexed files: BM25 over the query's keywords, then reranks the best
 * ones by adjacent words, spelling and vector similarity. Finds nothing when neither keywords nor vectors of the best match well
 * enough. The caller checks access to the scopes; only the account's rows are visible.
 */
export async function searchPassages(
  trx: Transaction,
  accountId: AccountId,
  search: PassageSearch,
): Promise<PassagesFound> {
  const { stems: asked, keywords } = readQuery(search.query)
  const [figures, common] = await Promise.all([
    figuresOf(trx, accountId, search),
    howCommon(trx, accountId, search, [...new Set([...asked, ...keywords.map(({ stem }) => stem)])]),
  ])
  const passages = figures.passages
  const meanWords = Math.max(1, figures.words / Math.max(1, passages))
  const rarities = new Map(common.map(({ stem, standsIn }) => [stem, rarityOf(standsIn, passages)]))
  const wanted = wantedBy(keywords, {
    standsIn: new Map(common.map(({ stem, standsIn }) => [stem, standsIn])),
    passages,
    surprise: search.surprise,
  })
  const isKeyword = new Set(keywords.map(({ stem }) => stem))
  const rare = rarest(common.filter(({ stem }) => isKeyword.has(stem)))
  const { best, found } = scorePassages(await postingsOf(trx, accountId, search, rare), {
    weights: weightsOf(keywords, rarities),
    meanWords,
    most: Math.max(search.near ? maxFused : minPassagesRead, search.most),
  })
  const stemsIn = new Map(best.map((one) => [keyOf(one), one.stems]))
  const read = await readFound(trx, accountId, best)
  const lookAgain = rerank(search.query, { asked, rarities, meanWords })
  const byWords = read
    .map((passage) => ({ ...passage, score: lookAgain(passage) }))
    .toSorted((one, other) => other.score - one.score)
  const { near } = search
  const fused = near
    ? await hybridSearch(trx, accountId, search, { byWords, highestByWords: wanted.highest, near })
    : null
  const isFound =
    search.fileIds !== undefined ||
    (fused && near && isNearEnough(fused.nearest, near)) ||
    isEnough(wanted, {
      best: byWords.slice(0, judged).map((one) => ({ ...one, stems: stemsIn.get(keyOf(one)) ?? [] })),
      passages,
    })
  return {
    filesSearched: figures.files,
    passagesSearched: passages,
    passagesFound: isFound ? found : 0,
    found: isFound
      ? (fused?.candidates ?? byWords).toSorted((one, other) => other.score - one.score).slice(0, search.most)
      : [],
  }
}

/** A repeated query word counts repeatedly. */
function weightsOf(
  keywords: readonly { stem: string }[],
  rarities: ReadonlyMap<string, number>,
): Map<string, number> {
  const weights = new Map<string, number>()
  for (const { stem } of keywords) weights.set(stem, (weights.get(stem) ?? 0) + (rarities.get(stem) ?? 0))
  return weights
}

/** Incompletely indexed files are few: excluding them is faster than joining the others. */
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

/** Document frequency of each word; lengths are known without reading long values. */
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

/** The rarest words whose entries together stay within the limit, and always the rarest one. */
function rarest(stems: readonly StemRow[]): string[] {
  let entries = 0
  return stems
    .toSorted((one, other) => one.standsIn - other.standsIn)
    .filter(({ standsIn }, index) => {
      entries += standsIn
      return index === 0 || entries <= maxEntries
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
