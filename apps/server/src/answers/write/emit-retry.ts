import type { AnswerPorts } from '../ports.ts'
import type { RunningTurn } from './running-turn.ts'

/** Publishes to readers that the model is busy and is being retried. */
export function emitRetry(ports: Pick<AnswerPorts, 'logWriter'>, turn: RunningTurn, retry: number): void {
  turn.emit({ type: 'data-retry', data: { retry } })
  ports.logWriter.wake(turn, true)
}
