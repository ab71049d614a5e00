import type { TurnId } from '@atrium/contract'
import type { RunningTurn } from './write/running-turn.ts'

/** The answers that this process writes. */
export class RunningTurns extends Map<TurnId, RunningTurn> {
  /** Called when this process begins to write an answer. */
  onAdded?: () => void
  /** Called when this process stops writing an answer. */
  onEnded?: (turnId: TurnId) => void

  override set(turnId: TurnId, turn: RunningTurn): this {
    super.set(turnId, turn)
    this.onAdded?.()
    return this
  }

  override delete(turnId: TurnId): boolean {
    const isDeleted = super.delete(turnId)
    if (isDeleted) this.onEnded?.(turnId)
    return isDeleted
  }
}
