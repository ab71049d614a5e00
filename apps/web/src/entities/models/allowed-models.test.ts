import { AUTO_MODEL_ID } from '@atrium/contract'
import { expect, test } from 'vitest'
import { byProvider, isSameList, leftModels } from './allowed-models.ts'

const model = (modelId: string, providerName = 'North') => ({
  modelId,
  providerName,
  displayName: modelId.toUpperCase(),
})

test('ACC-08 a model that was allowed and has left the product can still be seen and taken away', () => {
  expect(leftModels([model('a'), model('b')], ['a', 'gone', 'gone too', 'gone'])).toEqual([
    'gone',
    'gone too',
  ])
  expect(leftModels([model('a')], [AUTO_MODEL_ID])).toEqual([])
})

test('ACC-08 models are grouped by provider', () => {
  const groups = byProvider([model('a'), model('x', 'South'), model('b')])
  expect(groups.map(({ provider, models }) => [provider, models.map(({ modelId }) => modelId)])).toEqual([
    ['North', ['a', 'b']],
    ['South', ['x']],
  ])
})

test('ACC-08 ticking the same models in another order changes nothing, and no list is another than an empty one', () => {
  expect(isSameList(['a', 'b'], ['b', 'a'])).toBe(true)
  expect(isSameList(['a'], ['a', 'b'])).toBe(false)
  expect(isSameList(null, null)).toBe(true)
  expect(isSameList(null, [])).toBe(false)
})
