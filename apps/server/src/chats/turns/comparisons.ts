import type { InComparison, TurnId, TurnOutline } from '@atrium/contract'
import { sql } from 'kysely'

/** The comparison of a row of `turn`; null outside one. */
export const comparisonOfTurn = sql<InComparison | null>`
  case when turn.comparison_id is not null
    then json_build_object('id', turn.comparison_id, 'column', turn.comparison_column) end`

/** Adds the turns that are compared with the given turns of a chat: they are shown together. */
export function withCompared(
  outline: readonly Pick<TurnOutline, 'turnId' | 'comparison'>[],
  turnIds: Iterable<TurnId>,
): Set<TurnId> {
  const whole = new Set(turnIds)
  const shown = new Set(outline.flatMap((turn) => (whole.has(turn.turnId) && turn.comparison?.id) || []))
  for (const { turnId, comparison } of outline) if (comparison && shown.has(comparison.id)) whole.add(turnId)
  return whole
}
