import type { TurnId } from '@atrium/contract'
import type { AnswerPorts } from './ports.ts'

/**
 * Stops an answer whose stop request is committed, whichever process writes it. A process that misses the notification sees the request
 * when it renews its leases.
 */
export function stopNow({ running, nodes, live }: AnswerPorts, turnId: TurnId): void {
  const turn = running.get(turnId)
  if (turn) turn.abort('stopped')
  else if (nodes.hasOthers()) live.answers.publishStop(turnId)
}
