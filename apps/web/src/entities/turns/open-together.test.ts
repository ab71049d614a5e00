import { describe, expect, test } from 'vitest'
import { comparedQuestions, isFirstAnswer } from './compared-questions.ts'
import { newQuestion } from './asked-here.ts'
import { openTogether } from './open-together.ts'
import { AnswerRefused, type AnswerTransport, type AskContext } from './running-answer.ts'
import { mintId } from '@atrium/contract'

const context: AskContext = { userId: mintId('user'), accountId: mintId('account'), roomId: mintId('room') }
const { signal } = new AbortController()
const questions = (...modelIds: string[]) =>
  comparedQuestions(
    newQuestion({
      chatId: mintId('chat'),
      parentTurnId: null,
      text: 'Which?',
      modelId: 'auto',
      style: 'quick',
      pictureOptions: { count: 2 },
      author: { id: mintId('user'), name: 'Mai' },
    }),
    modelIds,
  )

/** A transport that notes its calls. */
function recorder(refusal?: AnswerRefused) {
  const calls: string[] = []
  const transport: AnswerTransport = {
    ask: async ({ request }) => {
      calls.push(`ask ${request.modelId}`)
      await Promise.resolve()
      if (refusal) throw refusal
      return new ReadableStream()
    },
    read: async (turnId, after) => {
      calls.push(`read ${turnId} after ${after}`)
      return new ReadableStream()
    },
    stop: async () => undefined,
  }
  return { calls, transport: openTogether(transport) }
}

describe('CHAT-12 a comparison in the browser', () => {
  test('every request names all answers, with ids of their own for one question', () => {
    const [first, second, third] = questions('a', 'b', 'c')
    expect([first, second, third].map((one) => one?.request.modelId)).toEqual(['a', 'b', 'c'])
    expect(new Set([first, second, third].map((one) => one?.request.turnId)).size).toBe(3)
    expect(second?.request.comparison).toEqual(first?.request.comparison)
    expect(second?.request.ask).toEqual(first?.request.ask)
    expect(first?.request).not.toHaveProperty('pictureOptions')
    expect([first, second].map((one) => one && isFirstAnswer(one))).toEqual([true, false])
  })

  test('is sent once; the other answers are only read', async () => {
    const [first, second] = questions('a', 'b')
    const { calls, transport } = recorder()
    await Promise.all([first, second].flatMap((one) => (one ? [transport.ask(one, context, signal)] : [])))
    expect(calls).toEqual(['ask a', `read ${second?.request.turnId} after 0`])
  })

  test('is refused as a whole', async () => {
    const [first, second] = questions('a', 'b')
    const refusal = new AnswerRefused({ code: 'NOT_ENOUGH_CREDITS', retryAfterSeconds: null, details: {} })
    const { calls, transport } = recorder(refusal)
    const outcomes = await Promise.allSettled(
      [first, second].flatMap((one) => (one ? [transport.ask(one, context, signal)] : [])),
    )
    expect(outcomes.map((one) => one.status === 'rejected' && one.reason === refusal)).toEqual([true, true])
    expect(calls).toEqual(['ask a'])
  })

  test('an answer whose first one was sent by an earlier page is asked for by its own request', async () => {
    const [, second] = questions('a', 'b')
    const { calls, transport } = recorder()
    if (second) await transport.ask(second, context, signal)
    expect(calls).toEqual(['ask b'])
  })
})
