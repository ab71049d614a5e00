import type { AccountId } from '@atrium/contract'
import type { Transaction } from '../platform/database/index.ts'
import { fuseScores } from './fuse-scores.ts'
import { nearestPassages, nearnessOf, type QueryVector, type SearchedFiles } from './nearest-passages.ts'
import { type FoundPassage, readFound } from './read-found.ts'

/** Passages of each kind that are looked at together. */
export const mostFused = 100

/** What words found and what is nearest, each once, with a score of both; in no order. */
export async function withNearness(
  trx: Transaction,
  accountId: AccountId,
  search: SearchedFiles,
  {
    byWords,
    highestByWords,
    near,
  }: { byWords: readonly FoundPassage[]; highestByWords: number; near: QueryVector },
): Promise<FoundPassage[]> {
  const nearest = (await nearestPassages(trx, accountId, search, near)).slice(0, mostFused)
  const nearness = new Map(
    [...nearest, ...(await nearnessOf(trx, accountId, byWords, near))].map((one) => [
      keyOf(one),
      one.nearness,
    ]),
  )
  const known = new Set(byWords.map(keyOf))
  const further = nearest.filter((one) => !known.has(keyOf(one))).map((one) => ({ ...one, score: 0 }))
  const candidates = [...byWords, ...(await readFound(trx, accountId, further))]
  const scores = fuseScores(
    candidates.map((one) => ({ words: one.score, nearness: nearness.get(keyOf(one)) ?? null })),
    highestByWords,
  )
  return candidates.map((one, index) => ({ ...one, score: scores[index] ?? 0 }))
}

const keyOf = ({ fileId, position }: Pick<FoundPassage, 'fileId' | 'position'>) => `${fileId} ${position}`
