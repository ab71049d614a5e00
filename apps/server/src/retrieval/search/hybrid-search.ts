import type { AccountId } from '@atrium/contract'
import type { Transaction } from '../../platform/database/index.ts'
import { fuseScores } from './fuse-scores.ts'
import { nearestPassages, similarityOf, type QueryVector, type SearchedFiles } from './nearest-passages.ts'
import { type FoundPassage, readFound } from './read-found.ts'

/** Candidates per kind of search. */
export const maxFused = 100

/** Returns keyword and vector candidates, each once, with a fused score, unordered; and the highest similarity. */
export async function hybridSearch(
  trx: Transaction,
  accountId: AccountId,
  search: SearchedFiles,
  {
    byWords,
    highestByWords,
    near,
  }: { byWords: readonly FoundPassage[]; highestByWords: number; near: QueryVector },
): Promise<{ candidates: FoundPassage[]; nearest: number }> {
  const nearest = (await nearestPassages(trx, accountId, search, near)).slice(0, maxFused)
  const similarity = new Map(
    [...nearest, ...(await similarityOf(trx, accountId, byWords, near))].map((one) => [
      keyOf(one),
      one.similarity,
    ]),
  )
  const known = new Set(byWords.map(keyOf))
  const further = nearest.filter((one) => !known.has(keyOf(one))).map((one) => ({ ...one, score: 0 }))
  const candidates = [...byWords, ...(await readFound(trx, accountId, further))]
  const scores = fuseScores(
    candidates.map((one) => ({ words: one.score, similarity: similarity.get(keyOf(one)) ?? null })),
    highestByWords,
  )
  return {
    candidates: candidates.map((one, index) => ({ ...one, score: scores[index] ?? 0 })),
    nearest: Math.max(-1, ...similarity.values()),
  }
}

/** Minimum relative similarity of the best, from unrelated texts (0) to the query itself (1). */
const minShare = 0.4

/** Models differ in their similarity ranges, which unrelated texts reveal. */
export const isNearEnough = (nearest: number, { background }: QueryVector): boolean =>
  nearest - background >= minShare * (1 - background)

/** Names a passage in maps. */
export const keyOf = ({ fileId, position }: Pick<FoundPassage, 'fileId' | 'position'>) =>
  `${fileId} ${position}`
