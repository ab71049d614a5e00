import type { TurnId } from '@atrium/contract'
import type { AnswerTransport } from './running-answer.ts'

/**
 * Sends a comparison once: its first request opens all answers, and the others wait for its reply, to read theirs or to share its
 * refusal. Where the first was sent by an earlier page, each sends its own, which finds the same answers.
 */
export function openTogether(transport: AnswerTransport): AnswerTransport {
  const opening = new Map<TurnId, Promise<unknown>>()
  return {
    ...transport,
    ask: async (asked, context, signal) => {
      const { turnId, comparison } = asked.request
      const firstId = comparison?.[0]?.turnId
      if (firstId === undefined) return await transport.ask(asked, context, signal)
      if (turnId !== firstId) {
        const first = opening.get(firstId)
        if (first === undefined) return await transport.ask(asked, context, signal)
        await first
        return await transport.read(turnId, 0, context, signal)
      }
      const reply = transport.ask(asked, context, signal)
      opening.set(firstId, reply)
      try {
        return await reply
      } finally {
        if (opening.get(firstId) === reply) opening.delete(firstId)
      }
    },
  }
}
