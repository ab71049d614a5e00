import { mintId, type Turn } from '@atrium/contract'
import { expect, test } from 'vitest'
import { anotherAnswer, askedAgain, newQuestion, restOfAnswer } from './asked-here.ts'
import {
  asTurn,
  keepingLoaded,
  liveTurn,
  turnsOnScreen as listed,
  withTurn,
  withTurns,
} from './shown-turns.ts'
import { asListed } from './turn-tree.ts'
import { aChat, aRunningAnswer, aTurn } from './turn.fixture.ts'

const turnsOnScreen = (...of: Parameters<typeof listed>) => listed(...of).flatMap(({ turn }) => turn ?? [])
const text = (words: string) => [{ type: 'text' as const, id: 't', text: words }]
const open = aTurn({
  state: 'open',
  parts: text('Because the'),
  lastEventId: 5,
  endedAt: null,
  creditsCharged: null,
})
const running = (lastEventId: number, words: string) =>
  aRunningAnswer({ turnId: open.turnId, lastEventId, parts: text(words) })
const author = { id: mintId('user'), name: 'Mai' }
const asked = newQuestion({
  chatId: mintId('chat'),
  parentTurnId: open.turnId,
  text: 'And then?',
  modelId: 'm',
  style: 'deep',
  author,
})

test.each([
  ['what is streamed further is shown', running(8, 'Because the sun'), 'Because the sun'],
  ['what is stored further is shown', running(2, 'Beca'), 'Because the'],
  ['without a reader the stored words are shown', null, 'Because the'],
])('CHAT-04 of stored and streamed words the longer are shown: %s', (_, answer, expected) => {
  expect(liveTurn(open, answer).parts).toEqual(text(expected))
})

test('CHAT-04 a turn that has ended in the store is final', () => {
  const ended = aTurn({ turnId: open.turnId })
  expect(liveTurn(ended, running(99, 'More'))).toBe(ended)
})

test('CHAT-04 a question asked here shows before the server lists it, and once after', () => {
  const answer = aRunningAnswer({ turnId: asked.request.turnId, asked })
  const before = turnsOnScreen(aChat([open]), [answer])
  expect(before.map((turn) => [turn.question.text, turn.position, turn.state])).toEqual([
    ['Why?', 1, 'open'],
    ['And then?', 2, 'open'],
  ])
  const known = aTurn({ turnId: asked.request.turnId, position: 2 })
  expect(turnsOnScreen(aChat([open, known]), [answer])).toEqual([open, known])
  expect(turnsOnScreen(null, [answer])).toHaveLength(1)
})

test('CHAT-04 a turn asked elsewhere waits for its question', () => {
  expect(asTurn(aRunningAnswer())).toBeNull()
  expect(turnsOnScreen(aChat([]), [aRunningAnswer()])).toEqual([])
})

test('CHAT-10 a refused question reads as failed with its reason and cost nothing', () => {
  const refusal = { code: 'CREDITS_EXHAUSTED' as const, retryAfterSeconds: 5, details: {} }
  const turn = asTurn(aRunningAnswer({ turnId: asked.request.turnId, asked, refusal, accepted: false }))
  expect(turn).toMatchObject({
    state: 'failed',
    errorCode: 'CREDITS_EXHAUSTED',
    retryAfterSeconds: 5,
    creditsCharged: 0,
  })
})

test('CHAT-04 a finished turn moves to its position in the chat', () => {
  const ended = aTurn({ turnId: open.turnId })
  expect(withTurn(aChat([open, aTurn({ position: 2 })]), ended).turns[0]).toEqual(ended)
  expect(withTurn(aChat([open]), aTurn()).turns.map((turn) => turn.position)).toEqual([1, 2])
})

test('CHAT-05 another answer is a sibling with the same question; the rest of one too', () => {
  const turn = aTurn({ parentTurnId: open.turnId, state: 'interrupted' })
  const chatId = mintId('chat')
  const again = anotherAnswer(chatId, turn, { modelId: 'other', style: 'quick' })
  expect(again).toMatchObject({
    question: turn.question,
    request: {
      parentTurnId: open.turnId,
      modelId: 'other',
      ask: { kind: 'regenerate', turnId: turn.turnId },
    },
  })
  const progress = { invocationId: mintId('invocation'), steps: [], stepsLeft: 0, plan: null, sourcesRead: 0 }
  const byJob = (kind: 'research' | 'file-summaries') =>
    aTurn({ parts: [{ type: 'job', id: 'job', kind, ...progress, secondsLeft: null, pause: null }] })
  const how = { modelId: 'other', style: 'quick' as const }
  expect(anotherAnswer(chatId, byJob('file-summaries'), how).request.job).toEqual({ kind: 'file-summaries' })
  expect(anotherAnswer(chatId, byJob('research'), how).request.job).toBeUndefined()
  expect(restOfAnswer(chatId, turn)).toMatchObject({
    question: turn.question,
    request: { parentTurnId: open.turnId, ask: { kind: 'continue', turnId: turn.turnId } },
  })
})

test('CHAT-14 a refused question is sent again with new ids and the same text', () => {
  const again = askedAgain(asked, { modelId: 'cheaper', style: 'quick' })
  expect(again.request).toMatchObject({
    parentTurnId: open.turnId,
    modelId: 'cheaper',
    style: 'quick',
    ask: { text: 'And then?' },
  })
  expect(again.request.turnId).not.toBe(asked.request.turnId)
  expect(again.question.messageId).not.toBe(asked.question.messageId)
})

test('turns in outline stand among the others, and become whole where they were', () => {
  const [first, second, third] = [1, 2, 3].map((position) => aTurn({ position })) as [Turn, Turn, Turn]
  const chat = { ...aChat([third]), outline: [asListed(first).outline, asListed(second).outline] }
  expect(listed(chat, []).map(({ outline, turn }) => [outline.position, turn !== null])).toEqual([
    [3, true],
    [1, false],
    [2, false],
  ])
  const loaded = withTurns(chat, [second, { ...third, rating: 'up' }])
  expect(loaded.turns).toEqual([second, third])
  expect(loaded.outline).toEqual([asListed(first).outline])
  expect(withTurn(chat, aTurn()).turns.at(-1)?.position).toBe(4)
})

test('loaded turns that have not changed stay when the chat is reloaded', () => {
  const first = aTurn({ position: 1 })
  const second = aTurn({ position: 2, state: 'open' })
  const outline = [
    { ...asListed(first).outline, rating: 'down' as const },
    asListed(aTurn({ position: 2 })).outline,
  ]
  const fresh = { ...aChat([aTurn({ position: 3 })]), outline }
  const kept = keepingLoaded(fresh, aChat([first, second]))
  expect(kept.turns.map(({ turnId, rating }) => [turnId, rating])).toEqual([
    [first.turnId, 'down'],
    [fresh.turns[0]?.turnId, null],
  ])
  expect(keepingLoaded(fresh, undefined)).toBe(fresh)
})
