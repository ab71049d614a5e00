import type { TurnId } from '@atrium/contract'
import type { RunningTurn } from './write/running-turn.ts'

/** The answers that this process writes. */
export class RunningTurns extends Map<TurnId, RunningTurn> {
  /** How many were ever added: an answer may begin and be left open between two looks at the map. */
  added = 0
  /** Called when this process writes an answer no more. */
  onEnded?: (turnId: TurnId) => void

  override set(turnId: TurnId, turn: RunningTurn): this {
    this.added += 1
    return super.set(turnId, turn)
  }

  override delete(turnId: TurnId): boolean {
    const isDeleted = super.delete(turnId)
    if (isDeleted) this.onEnded?.(turnId)
    return isDeleted
  }
}
