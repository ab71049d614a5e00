import { limits, type TurnId } from '@atrium/contract'
import type { BranchStep } from './turn-tree.ts'

/** How many turns beyond those on screen are loaded ahead, so that scrolling meets no gap. */
const ahead = 12

/**
 * Which turns to load for those on screen (positions on the branch, in order): one stretch that ends with `last`, grown towards
 * the beginning, which is where people scroll to. Null when all are there.
 */
export function turnsToLoad(
  path: readonly BranchStep[],
  indexes: readonly number[],
): { last: TurnId; count: number } | null {
  const isMissing = (index: number) => path[index]?.turn === null
  const nearby = indexes.flatMap((index) => [index, index - ahead, index + ahead])
  const missing = nearby.filter(isMissing)
  if (missing.length === 0) return null
  // What is on screen goes before what is near it.
  const onScreen = indexes.filter(isMissing)
  let last = Math.max(...(onScreen.length > 0 ? onScreen : missing))
  for (let further = 0; further < ahead && isMissing(last + 1); further += 1) last += 1
  let first = last
  while (isMissing(first - 1) && last - first + 1 < limits.turnsAtOnce + ahead) first -= 1
  const turnId = path[last]?.outline.turnId
  return turnId === undefined ? null : { last: turnId, count: last - first + 1 }
}
