import type { AddedProvider } from '@atrium/contract'
import { expect, test } from 'vitest'
import {
  creditsOf,
  draftOf,
  modelByName,
  needsKeyAgain,
  newDraft,
  offeredOf,
  toAdd,
  toChange,
  withFound,
  withKind,
} from './provider-draft.ts'

const { model } = modelByName('large')
const added: AddedProvider = {
  id: 'provider_1',
  kind: 'openai-compatible',
  displayName: 'Vendor',
  baseUrl: 'https://vendor.example/v1',
  key: { setAt: '2026-11-21T00:00:00Z', endsWith: 'abcd' },
  stallSeconds: 60,
  isEnabled: true,
  revision: 4,
  models: [{ ...model, isHidden: false }],
  state: 'up',
  problem: null,
  lookedAt: null,
}

test('MODEL-06 choosing a protocol fills in its URL, but keeps a typed one', () => {
  const draft = withKind(newDraft('openai'), 'mistral')
  expect([draft.displayName, draft.baseUrl]).toEqual(['Mistral', 'https://api.mistral.ai/v1'])
  const typed = withKind(
    { ...newDraft('openai'), displayName: 'Ours', baseUrl: 'https://x.example' },
    'google',
  )
  expect([typed.displayName, typed.baseUrl]).toEqual(['Ours', 'https://x.example'])
})

test('MODEL-06 a test adds found models, and keeps choices and typed values', () => {
  const draft = draftOf(added)
  const changed = { ...draft, models: [{ isOffered: true, model: { ...model, displayName: 'Typed' } }] }
  const after = withFound(changed, [model, modelByName('small').model])
  expect(after.models.map((one) => [one.model.displayName, one.isOffered])).toEqual([
    ['Typed', true],
    ['small', false],
  ])
  expect(offeredOf(after)).toHaveLength(1)
})

test('MODEL-06 the stored key is kept until the address changes', () => {
  const draft = draftOf(added)
  expect(toChange(draft, added)).not.toHaveProperty('key')
  expect(toChange(draft, added)).toMatchObject({ revision: 4, models: [model] })
  expect(needsKeyAgain({ ...draft, baseUrl: 'https://vendor.example/v2' }, added)).toBe(false)
  expect(needsKeyAgain({ ...draft, baseUrl: 'https://other.example/v1' }, added)).toBe(true)
  expect(needsKeyAgain({ ...draft, baseUrl: 'https://other.example/v1', key: 'new' }, added)).toBe(false)
  expect(toAdd({ ...draft, key: ' a-key ' })).toMatchObject({ key: 'a-key' })
})

test('MODEL-06 prices are shown in credits of the base model', () => {
  const pricing = { creditUsd: 0.020133, inputTokens: 133, outputTokens: 4000 }
  expect(creditsOf({ input: 1, cachedInput: 0, output: 5 }, pricing)).toBe(1)
  expect(creditsOf({ input: 0, cachedInput: 0, output: 0 }, pricing)).toBe(0)
})
