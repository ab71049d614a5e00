import { mintId } from '@atrium/contract'
import { expect, test } from 'vitest'
import type { BranchTurn } from '../../chats/index.ts'
import { buildPrompt, type PromptMaterial } from '../plan/build-prompt.ts'
import { countPrompt } from '../plan/count-prompt.ts'
import { beforeQuestion, onRequest, planSummary, promptAfter, summaryTokensFor } from './plan-summary.ts'
import { piecesOf } from './write-summary.ts'

const turn = (words: number, said = 'word'): BranchTurn => ({
  turnId: mintId('turn'),
  messageId: mintId('message'),
  question: `${said} `.repeat(words),
  mentions: [],
  canvasIds: [],
  hasAttachments: false,
  parts: [{ type: 'text', id: 'text', text: 'word '.repeat(words) }],
})
const material = (history: BranchTurn[], more: Partial<PromptMaterial> = {}): PromptMaterial => ({
  today: '2026-11-21',
  room: {
    id: mintId('room'),
    name: 'General',
    instructions: 'Quote the handbook.',
    modifiers: {},
    accountModelIds: null,
    roomModelIds: null,
    marksUnsupported: true,
    newChatShare: 'none',
    limitModelId: null,
    isLimited: false,
  },
  modifiers: { tone: 'formal' },
  earlier: null,
  history,
  messageId: mintId('message'),
  question: 'And now?',
  pictures: new Map(),
  madePictures: new Map(),
  files: new Map(),
  documents: new Map(),
  canvases: [],
  writtenBefore: '',
  ...more,
})
const readable = 10_000
const plan = (history: BranchTurn[], more: Partial<PromptMaterial> = {}) =>
  planSummary(material(history, more), { readable, ...beforeQuestion })

test("CHAT-14 nothing is summarized while a conversation is below 80 % of the model's readable tokens", () => {
  expect(plan([])).toBeNull()
  expect(plan(Array.from({ length: 5 }, () => turn(500)))).toBeNull()
})

test('CHAT-14 the oldest turns are summarized, as few as bring the conversation to about half', () => {
  const history = Array.from({ length: 10 }, (_, index) => turn(500, `turn${index}`))
  const found = plan(history)
  if (!found) throw new Error('It does not fit.')
  expect(found.turns).toEqual(history.slice(0, found.turns.length))
  expect(found.rest.history).toEqual(history.slice(found.turns.length))
  const after = countPrompt(promptAfter(found, null)) + found.summaryTokens
  expect(after).toBeLessThanOrEqual(readable / 2)
  const oneLess =
    countPrompt(buildPrompt(material(history.slice(found.turns.length - 1)))) + found.summaryTokens
  expect(oneLess).toBeGreaterThan(readable / 2)
})

test('CHAT-14 instructions and question stay unchanged, and the summary is never among the instructions', () => {
  const found = plan(
    Array.from({ length: 10 }, () => turn(500)),
    { earlier: { text: 'Tea was first.', questionCount: 4 } },
  )
  if (!found) throw new Error('It does not fit.')
  expect(found.rest.earlier).toEqual({ text: 'Tea was first.', questionCount: 4 })
  const [status, summary, ...others] = promptAfter(found, { text: 'Tea, then coffee.', questionCount: 9 })
  expect(status?.role).toBe('system')
  expect(status?.text).toContain('> Quote the handbook.')
  expect(status?.text).toContain('- Tone: formal')
  expect(status?.text).not.toContain('Tea')
  expect(summary?.role).toBe('user')
  expect(summary?.text).toContain('9 questions')
  expect(summary?.text).toContain('Tea, then coffee.')
  expect(others.at(-1)).toMatchObject({ role: 'user', text: 'And now?' })
})

test('CHAT-14 at least one turn is summarized, however long the question is, and on request even if everything fits', () => {
  expect(plan([turn(10)], { question: 'word '.repeat(9_000) })?.turns).toHaveLength(1)
  const short = [turn(10), turn(10), turn(10)]
  expect(planSummary(material(short), { readable, ...onRequest })?.turns).toEqual(short.slice(0, 1))
})

test("CHAT-14 a summary is a small part of the model's readable tokens", () => {
  expect(summaryTokensFor(2_000)).toBe(200)
  expect(summaryTokensFor(1_000_000)).toBe(1_500)
})

test('CHAT-14 a text too long for the summarizing model is sent in pieces, without losing any of a turn', () => {
  const history = [turn(100), turn(100), turn(5_000, 'long'), turn(100), turn(100)]
  const pieces = piecesOf(history, 600)
  expect(pieces.flat().map(({ turnId }) => turnId)).toEqual(history.map(({ turnId }) => turnId))
  expect(pieces.map((piece) => piece.length)).toEqual([2, 1, 2])
  const cut = pieces[1]?.[0]?.question ?? ''
  expect(cut.length).toBeLessThan(3_000)
  expect(cut).toContain('\n…\n')
})
