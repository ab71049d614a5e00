import { limits, type TurnId } from '@atrium/contract'
import type { BranchStep } from './turn-tree.ts'

/** How many turns beyond the visible ones to load, so that scrolling shows no gap. */
const ahead = 12

/**
 * Returns the turns to load for the visible ones (positions on the branch, in order): one range that ends with `last`, extended
 * towards the beginning, where people scroll. Null when all are loaded.
 */
export function turnsToLoad(
  path: readonly BranchStep[],
  indexes: readonly number[],
): { last: TurnId; count: number } | null {
  const isMissing = (index: number) => path[index]?.turn === null
  const nearby = indexes.flatMap((index) => [index, index - ahead, index + ahead])
  const missing = nearby.filter(isMissing)
  if (missing.length === 0) return null
  // Visible turns come first.
  const onScreen = indexes.filter(isMissing)
  let last = Math.max(...(onScreen.length > 0 ? onScreen : missing))
  for (let further = 0; further < ahead && isMissing(last + 1); further += 1) last += 1
  let first = last
  while (isMissing(first - 1) && last - first + 1 < limits.turnsAtOnce + ahead) first -= 1
  const turnId = path[last]?.outline.turnId
  return turnId === undefined ? null : { last: turnId, count: last - first + 1 }
}
