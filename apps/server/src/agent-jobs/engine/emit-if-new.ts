import type { StreamPart } from '@atrium/contract'
import type { RunningTurn } from '../../answers/index.ts'

/** Sends sources and results of queries again only when they changed: a report has many. */
export function emitIfNew(turn: RunningTurn, part: StreamPart): void {
  if (part.type !== 'data-sources' && part.type !== 'data-web' && part.type !== 'data-table') return
  const shown = turn.parts.find(({ type, id }) => `data-${type}` === part.type && id === part.id)
  if (JSON.stringify(shown) !== JSON.stringify({ type: shown?.type, id: part.id, ...part.data }))
    turn.emit(part)
}
