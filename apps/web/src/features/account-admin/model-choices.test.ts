import { AUTO_MODEL_ID } from '@atrium/contract'
import { expect, test } from 'vitest'
import { choiceProblem, isSameChoice, leftOf } from './model-choices.ts'

const model = (modelId: string, providerName = 'North') => ({
  modelId,
  providerName,
  displayName: modelId.toUpperCase(),
})

test('ACC-08 the default model is one of those allowed, or Auto, or left to the product', () => {
  const problem = (allowedModelIds: string[] | null, defaultModelId: string | null) =>
    choiceProblem({ allowedModelIds, defaultModelId })
  expect(problem(['a', 'b'], 'b')).toBeNull()
  expect(problem(['a'], null)).toBeNull()
  expect(problem(['a'], AUTO_MODEL_ID)).toBeNull()
  expect(problem(null, 'b')).toBeNull()
  expect(problem(['a'], 'b')).toBe('default')
  expect(problem([], null)).toBe('none')
})

test('ACC-08 a model that was allowed or the default and has left the product is still shown', () => {
  const saved = { allowedModelIds: ['a', 'gone'], defaultModelId: 'gone too' }
  expect(leftOf([model('a'), model('b')], saved)).toEqual(['gone', 'gone too'])
  expect(leftOf([model('a')], { allowedModelIds: null, defaultModelId: AUTO_MODEL_ID })).toEqual([])
})

test('ACC-08 ticking the same models in another order changes nothing', () => {
  const saved = { allowedModelIds: ['a', 'b'], defaultModelId: null }
  expect(isSameChoice(saved, { ...saved, allowedModelIds: ['b', 'a'] })).toBe(true)
  expect(isSameChoice(saved, { ...saved, allowedModelIds: null })).toBe(false)
  expect(isSameChoice(saved, { ...saved, defaultModelId: 'a' })).toBe(false)
})
