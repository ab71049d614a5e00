import type { TurnId, TurnOutline } from '@atrium/contract'

type Link = Pick<TurnOutline, 'turnId' | 'parentTurnId'>

/**
 * Returns the end of a turn's branch: its newest child, that one's newest child, and so on. Without a turn, or with an unknown
 * one, starts from the newest. `turns` are in the order of asking; null when there are none.
 */
export function branchEnd(turns: readonly Link[], from: TurnId | null): TurnId | null {
  const newestChildOf = new Map(turns.map(({ turnId, parentTurnId }) => [parentTurnId, turnId]))
  const isInChat = from !== null && turns.some(({ turnId }) => turnId === from)
  let end = isInChat ? from : (turns.at(-1)?.turnId ?? null)
  for (let next = end && newestChildOf.get(end); next; next = newestChildOf.get(next)) end = next
  return end
}

/** Returns the last turns of the branch that ends with a turn, the last first. */
export function branchTo(turns: readonly Link[], last: TurnId | null, most: number): TurnId[] {
  const parentOf = new Map(turns.map(({ turnId, parentTurnId }) => [turnId, parentTurnId]))
  const branch: TurnId[] = []
  for (let id = last; id && branch.length < most; id = parentOf.get(id) ?? null) branch.push(id)
  return branch
}
