import { expect, test } from 'vitest'
import { chooseModels, fallbacksAmong, type Candidate, type Needs } from './choose-model.ts'

const model = (modelId: string, providerName: string, more: Partial<Candidate>): Candidate => ({
  modelId,
  providerName,
  sandbox: false,
  contextLimit: 100_000,
  reasoning: false,
  speed: 3,
  quality: 3,
  creditsPerTypicalQuestion: 1,
  ...more,
})

const quick = model('quick', 'A', { speed: 5, quality: 2, creditsPerTypicalQuestion: 0.1 })
const sound = model('sound', 'A', { speed: 4, quality: 3, reasoning: true, creditsPerTypicalQuestion: 1 })
const wise = model('wise', 'B', { speed: 1, quality: 5, reasoning: true, creditsPerTypicalQuestion: 10 })
const long = model('long', 'B', {
  speed: 2,
  quality: 3,
  contextLimit: 1_000_000,
  creditsPerTypicalQuestion: 2,
})
const sandbox = model('sandbox', 'Sandbox', {
  sandbox: true,
  speed: 5,
  quality: 5,
  reasoning: true,
  creditsPerTypicalQuestion: 0.01,
})
const all = [sandbox, long, wise, sound, quick]
const plain: Needs = { style: 'quick', inputTokens: 100, preference: 'balanced' }

test.each<[string, Partial<Needs>, string[]]>([
  ['fastest is the speediest', { preference: 'fastest' }, ['quick', 'sound', 'long', 'wise', 'sandbox']],
  ['best is the best', { preference: 'best' }, ['wise', 'sound', 'long', 'quick', 'sandbox']],
  ['cheapest is the cheapest', { preference: 'cheapest' }, ['quick', 'sound', 'long', 'wise', 'sandbox']],
  ['balanced weighs all three', { preference: 'balanced' }, ['quick', 'sound', 'long', 'wise', 'sandbox']],
  [
    'Think Deeper wants one that reasons',
    { style: 'deep', preference: 'cheapest' },
    ['sound', 'wise', 'quick', 'long', 'sandbox'],
  ],
  [
    'a long prompt goes where it fits',
    { inputTokens: 200_000, preference: 'fastest' },
    ['long', 'quick', 'sound', 'wise', 'sandbox'],
  ],
  [
    'room for an answer is left',
    { inputTokens: 98_500, preference: 'fastest' },
    ['long', 'quick', 'sound', 'wise', 'sandbox'],
  ],
  [
    'fitting is more than reasoning',
    { inputTokens: 200_000, style: 'deep', preference: 'best' },
    ['long', 'wise', 'sound', 'quick', 'sandbox'],
  ],
  [
    'too long for all goes to the largest',
    { inputTokens: 5_000_000, preference: 'best' },
    ['long', 'wise', 'sound', 'quick', 'sandbox'],
  ],
])('MODEL-07 Auto: %s', (_, needs, expected) => {
  expect(chooseModels(all, { ...plain, ...needs }).map(({ modelId }) => modelId)).toEqual(expected)
})

test('MODEL-07 the order of the list makes no difference', () => {
  expect(chooseModels(all.toReversed(), plain)).toEqual(chooseModels(all, plain))
})

test('MODEL-06 the sandbox is chosen when there is nothing else', () => {
  expect(chooseModels([sandbox], plain)).toEqual([sandbox])
})

test('MODEL-07 others answer in its place, of another provider first, the sandbox for no real one', () => {
  const ids = (models: Candidate[]) => fallbacksAmong(models).map(({ modelId }) => modelId)
  expect(ids([quick, sound, wise, sandbox])).toEqual(['wise', 'sound'])
  expect(ids([quick, sandbox])).toEqual([])
  expect(ids([sandbox, { ...sandbox, modelId: 'second' }])).toEqual(['second'])
  expect(ids([])).toEqual([])
})
