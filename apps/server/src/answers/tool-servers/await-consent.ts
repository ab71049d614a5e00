import { setTimeout as delay } from 'node:timers/promises'
import { inTenant } from '../../platform/database/index.ts'
import { type CallKey, readDecision } from '../../tool-servers/index.ts'
import type { AnswerPorts } from '../ports.ts'
import type { RunningTurn } from '../write/running-turn.ts'

/** How often to check for a decision that another process received. */
const pollMs = 1_000

/**
 * Waits until the asker has decided a call, or the time limit has passed. Holds no transaction while it waits. Throws the signal's reason
 * when the answer ends or moves to another process, which continues to wait.
 */
export async function awaitConsent(
  { database, consents, log }: AnswerPorts,
  turn: RunningTurn,
  key: CallKey,
): Promise<NonNullable<Awaited<ReturnType<typeof readDecision>>>> {
  for (;;) {
    const decided = consents.next(key.callId)
    try {
      const decision = await inTenant(database, turn, (trx) => readDecision(trx, key)).catch(
        (error: unknown) => {
          log.warn({ event: 'tool_call.read_failed', err: error }, 'Could not read a decision; retrying')
          return undefined
        },
      )
      if (decision === null) return { state: 'expired', scope: null }
      if (decision && decision.state !== 'waiting') return decision
      await Promise.race([decided.promise, delay(pollMs, undefined, { signal: turn.signal })])
      turn.signal.throwIfAborted()
    } finally {
      decided.end()
    }
  }
}
