import type { Stored } from './stored.ts'
import type { Violation, Witnessed } from './witnessed.ts'

/** I1: no acknowledged question is lost. I2: no question is duplicated or invented. */
export function questionsLostOrDoubled(stored: Stored, { acknowledged, sent }: Witnessed): Violation[] {
  const violations: Violation[] = []
  const textById = new Map(stored.messages.map(({ id, text }) => [id, text]))
  for (const { messageId, turnId, text } of acknowledged) {
    if (textById.get(messageId) !== text)
      violations.push({ invariant: 'I1', what: `${messageId} was acknowledged and is lost or changed` })
    if (!stored.turnById.has(turnId))
      violations.push({ invariant: 'I1', what: `${turnId} was acknowledged and is lost` })
  }
  if (textById.size < stored.messages.length)
    violations.push({ invariant: 'I2', what: 'a message is there more than once' })
  return sent ? [...violations, ...neverSent(stored, sent)] : violations
}

function neverSent(stored: Stored, sent: NonNullable<Witnessed['sent']>): Violation[] {
  const sentTurns = new Set(sent.map(({ turnId }) => turnId))
  const sentMessages = new Set(sent.map(({ messageId }) => messageId))
  return [
    ...stored.turns.filter(({ id }) => !sentTurns.has(id)),
    ...stored.messages.filter(({ id }) => !sentMessages.has(id)),
  ].map(({ id }) => ({ invariant: 'I2', what: `${id} is there, but nobody sent it` }))
}
