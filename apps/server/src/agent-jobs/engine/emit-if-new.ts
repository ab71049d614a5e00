import type { StreamPart } from '@atrium/contract'
import type { RunningTurn } from '../../answers/index.ts'

/** Sends sources again only when they changed: a report has many. */
export function emitIfNew(turn: RunningTurn, part: StreamPart): void {
  if (part.type !== 'data-sources' && part.type !== 'data-web') return
  const shown = turn.parts.find(({ type }) => `data-${type}` === part.type)
  if (JSON.stringify(shown) !== JSON.stringify({ type: shown?.type, id: part.id, ...part.data }))
    turn.emit(part)
}
