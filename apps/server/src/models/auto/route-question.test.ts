import type { AutoReason } from '@atrium/contract'
import { expect, test } from 'vitest'
import { plainQuestion, type QuestionTraits } from './question-traits.ts'
import { fallbacksAmong, routeQuestion, type Candidate, type Needs } from './route-question.ts'

const model = (modelId: string, providerName: string, more: Partial<Candidate>): Candidate => ({
  modelId,
  providerName,
  sandbox: false,
  contextLimit: 100_000,
  reasoning: false,
  seesImages: false,
  readsSpreadsheets: false,
  makesPictures: false,
  goodAt: [],
  speed: 3,
  quality: 3,
  creditsPerTypicalQuestion: 1,
  ...more,
})

const quick = model('quick', 'A', { speed: 5, quality: 2, creditsPerTypicalQuestion: 0.1 })
const sound = model('sound', 'A', {
  speed: 4,
  quality: 3,
  reasoning: true,
  seesImages: true,
  creditsPerTypicalQuestion: 1,
})
const wise = model('wise', 'B', { speed: 1, quality: 5, reasoning: true, creditsPerTypicalQuestion: 10 })
const long = model('long', 'B', {
  speed: 2,
  quality: 3,
  contextLimit: 1_000_000,
  readsSpreadsheets: true,
  creditsPerTypicalQuestion: 2,
})
const coder = model('coder', 'C', {
  speed: 4,
  quality: 4,
  goodAt: ['code'],
  creditsPerTypicalQuestion: 7,
})
const polyglot = model('polyglot', 'C', {
  speed: 3,
  quality: 4,
  goodAt: ['fr', 'vi'],
  creditsPerTypicalQuestion: 5,
})
const painter = model('painter', 'C', {
  makesPictures: true,
  speed: 5,
  quality: 5,
  creditsPerTypicalQuestion: 0.01,
})
const sandbox = model('sandbox', 'Sandbox', {
  sandbox: true,
  speed: 5,
  quality: 5,
  reasoning: true,
  creditsPerTypicalQuestion: 0.01,
})
const all = [sandbox, painter, long, wise, sound, polyglot, coder, quick]

const has = (traits: Partial<QuestionTraits>) => ({ traits: { ...plainQuestion, ...traits } })
const plain: Needs = { style: 'quick', inputTokens: 100, preference: 'balanced' }
const priced = all.map((one) => ({ ...one, maxMilli: one.creditsPerTypicalQuestion * 1000 }))

test.each<[string, Partial<Needs>, string, AutoReason]>([
  ['fastest is the speediest', { preference: 'fastest' }, 'quick', 'FASTEST'],
  ['best is the best', { preference: 'best' }, 'wise', 'BEST'],
  ['cheapest is the cheapest', { preference: 'cheapest' }, 'quick', 'CHEAPEST'],
  ['balanced weighs all three', { preference: 'balanced' }, 'quick', 'BALANCED'],

  ['a picture is made by one that makes pictures', has({ asksForPicture: true }), 'painter', 'PICTURE'],
  [
    'a picture is wanted, and the preference would have had that one',
    { preference: 'cheapest', ...has({ asksForPicture: true }) },
    'painter',
    'PICTURE',
  ],
  ['images go to one that sees', has({ hasImages: true }), 'sound', 'IMAGES'],
  ['spreadsheets go to one that works with them', has({ hasSpreadsheets: true }), 'long', 'SPREADSHEETS'],
  ['a long prompt goes where it fits', { inputTokens: 200_000, preference: 'fastest' }, 'long', 'LENGTH'],
  ['room for an answer is left', { inputTokens: 98_500, preference: 'best' }, 'long', 'LENGTH'],
  ['what just fits is not long', { inputTokens: 98_000, preference: 'best' }, 'wise', 'BEST'],
  ['too long for all goes to the largest', { inputTokens: 5_000_000, preference: 'best' }, 'long', 'LENGTH'],
  ['what is left decides', { preference: 'best', availableMilli: 2_000 }, 'sound', 'BUDGET'],
  ['enough is left', { preference: 'best', availableMilli: 10_000 }, 'wise', 'BEST'],
  ['nothing is left: as if it did not matter', { preference: 'best', availableMilli: 0 }, 'wise', 'BEST'],
  ['Think Deeper wants one that reasons', { style: 'deep', preference: 'cheapest' }, 'sound', 'THINK_DEEPER'],
  ['Think Deeper by one that is the best anyway', { style: 'deep', preference: 'best' }, 'wise', 'BEST'],
  ['code counts for one good at it', { preference: 'best', ...has({ hasCode: true }) }, 'coder', 'CODE'],
  [
    'code does not outweigh being cheap',
    { preference: 'cheapest', ...has({ hasCode: true }) },
    'quick',
    'CHEAPEST',
  ],
  [
    'another language counts for one good at it',
    { preference: 'best', ...has({ language: 'vi' }) },
    'polyglot',
    'LANGUAGE',
  ],
  ['a language that none is good at', { preference: 'best', ...has({ language: 'zh' }) }, 'wise', 'BEST'],

  [
    'fitting is more than reasoning',
    { inputTokens: 200_000, style: 'deep', preference: 'best' },
    'long',
    'LENGTH',
  ],
  ['seeing is more than fitting', { inputTokens: 200_000, ...has({ hasImages: true }) }, 'sound', 'IMAGES'],
  [
    'being paid is more than reasoning',
    { style: 'deep', preference: 'best', availableMilli: 500 },
    'quick',
    'BUDGET',
  ],
])('MODEL-07 Auto: %s', (_, needs, modelId, reason) => {
  const { ranked, reason: received } = routeQuestion(priced, { ...plain, ...needs })
  expect([ranked[0]?.modelId, received]).toEqual([modelId, reason])
})

test('MODEL-07 all models are ranked, the sandbox after real text models, and picture-only models last', () => {
  const { ranked } = routeQuestion(all, { ...plain, preference: 'fastest' })
  expect(ranked.map(({ modelId }) => modelId)).toEqual([
    'quick',
    'coder',
    'sound',
    'polyglot',
    'long',
    'wise',
    'sandbox',
    'painter',
  ])
})

test('MODEL-07 the ranking depends neither on the order of the list nor on repetition', () => {
  for (const preference of ['fastest', 'balanced', 'best', 'cheapest'] as const)
    for (const style of ['quick', 'deep'] as const) {
      const needs: Needs = { style, inputTokens: 100, preference, ...has({ hasCode: true, language: 'zh' }) }
      expect(routeQuestion(all.toReversed(), needs)).toEqual(routeQuestion(all, needs))
    }
})

test('MODEL-07 a single model needs no other reason', () => {
  expect(routeQuestion([sandbox], plain)).toEqual({ ranked: [sandbox], reason: 'ONLY_MODEL' })
  expect(routeQuestion([sandbox, painter, wise], plain)).toMatchObject({ reason: 'ONLY_MODEL' })
  expect(routeQuestion([], plain)).toEqual({ ranked: [], reason: 'ONLY_MODEL' })
})

test('MODEL-07 fallbacks: another provider first, and never the sandbox for a real model', () => {
  const ids = (models: Candidate[], inputTokens = 100) =>
    fallbacksAmong(models, { inputTokens }).map(({ modelId }) => modelId)
  expect(ids([quick, sound, wise, sandbox])).toEqual(['wise', 'sound'])
  expect(ids([quick, sandbox])).toEqual([])
  expect(ids([sandbox, { ...sandbox, modelId: 'second' }])).toEqual(['second'])
  expect(ids([])).toEqual([])
})

test('MODEL-07 no fallback for which the prompt is too long, nor a text model for a picture', () => {
  const ids = (models: Candidate[], inputTokens: number) =>
    fallbacksAmong(models, { inputTokens }).map(({ modelId }) => modelId)
  expect(ids([long, quick, { ...long, modelId: 'longer' }], 200_000)).toEqual(['longer'])
  expect(ids([painter, quick], 100)).toEqual([])
  expect(ids([quick, painter], 100)).toEqual([])
})

test('MODEL-07 ANS-05 no fallback without vision where there are images', () => {
  const seeing = { ...quick, modelId: 'seeing', seesImages: true }
  const ids = fallbacksAmong([seeing, wise, { ...seeing, modelId: 'other' }], {
    inputTokens: 100,
    ...has({ hasImages: true }),
  }).map(({ modelId }) => modelId)
  expect(ids).toEqual(['other'])
})

test('MODEL-07 a picture model cannot answer a question that wants words', () => {
  const needs: Needs = { style: 'quick', inputTokens: 100, preference: 'balanced' }
  expect(routeQuestion([painter, sandbox], needs).ranked[0]).toBe(sandbox)
  const drawing = { ...needs, traits: { ...plainQuestion, asksForPicture: true } }
  expect(routeQuestion([sandbox, painter], drawing)).toMatchObject({
    reason: 'PICTURE',
    ranked: [painter, sandbox],
  })
})

test('MODEL-07 near the end of a context window, a model with exact token counts is preferred to an estimated one', () => {
  const counting = { ...wise, modelId: 'counting', quality: 1, countsPrompts: true }
  const estimated = { ...wise, modelId: 'estimated', countsPrompts: false }
  const near = { style: 'quick' as const, inputTokens: 95_000, preference: 'best' as const }
  expect(routeQuestion([estimated, counting], near)).toMatchObject({ reason: 'LENGTH' })
  expect(routeQuestion([estimated, counting], near).ranked[0]).toBe(counting)
  expect(routeQuestion([estimated, counting], { ...near, inputTokens: 80_000 }).ranked[0]).toBe(estimated)
})
