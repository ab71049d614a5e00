import { type AnswerPart, answerText, hasStarted } from '@atrium/contract'
import { appendToLogs, giveUpLeases, type LoggedEvent } from '../../chats/index.ts'
import type { AnswerOutcome, HandedOver } from '../write/answer-to-write.ts'
import { withRetry } from '../close/retry-database.ts'
import type { AnswerPorts } from '../ports.ts'
import type { RunningTurn } from '../write/running-turn.ts'

/** Whether another process can continue the answer; not if it ended at that moment. */
export const canBeHandedOver = (turn: RunningTurn, { state }: Pick<AnswerOutcome, 'state'>): boolean =>
  turn.abortReason === 'handed-over' && state === 'interrupted'

/**
 * Releases the lease of a turn so that another process continues it at once. The log already has everything written, so
 * reconnecting readers miss nothing.
 */
export async function handOver(ports: AnswerPorts, turn: RunningTurn): Promise<void> {
  await appendRest(ports, turn)
  await withRetry(() => giveUpLeases(ports.database, [turn.lease]))
  ports.log.info({ event: 'turn.handed_over', turnId: turn.turnId }, 'Handed an answer over')
  turn.release({ cut: true })
}

/** Appends the events that are not in the log yet. */
export async function appendRest(ports: AnswerPorts, turn: RunningTurn): Promise<void> {
  await ports.logWriter.withdraw(turn)
  const batch = turn.takeBatch()
  if (batch.events.length === 0) return
  const accepted = await withRetry(() => appendToLogs(ports.database, [batch]))
  if (accepted.has(turn.turnId)) turn.markAppended(batch)
}

/** Reads the state of a handed-over answer from its log; null when none of it was shown. */
export function handedOverIn(
  events: readonly LoggedEvent[],
  parts: readonly AnswerPart[],
): HandedOver | null {
  if (!hasStarted(parts)) return null
  let openTextId: string | null = null
  for (const { part } of events) {
    if (part.type === 'text-start') openTextId = part.id
    if (part.type === 'text-end') openTextId = null
  }
  return {
    text: answerText(parts),
    openTextId,
    stretches: parts.filter(({ type }) => type === 'text' || type === 'reasoning').length,
  }
}
