import { expect, test } from 'vitest'
import { modelsAllowedIn, refuseModel } from './models-of-room.ts'

const room = (accountModelIds: string[] | null, roomModelIds: string[] | null) => ({
  accountModelIds,
  roomModelIds,
})

test('ACC-08 a room offers the models that both its account and it allow: the account takes precedence', () => {
  expect(modelsAllowedIn(room(null, null))).toBeNull()
  expect(modelsAllowedIn(room(null, ['a', 'b']))).toEqual(['a', 'b'])
  expect(modelsAllowedIn(room(['b', 'c'], null))).toEqual(['b', 'c'])
  expect(modelsAllowedIn(room(['b', 'c'], ['a', 'b']))).toEqual(['b'])
  expect(modelsAllowedIn(room(['c'], ['a', 'b']))).toEqual([])
})

test.each([
  ['the room does not allow it', room(null, ['a']), 'b', 'MODEL_NOT_ALLOWED_IN_ROOM'],
  ['the account does not allow it', room(['a'], null), 'b', 'MODEL_NOT_AVAILABLE'],
  ['the account forbids what the room allows', room(['a'], ['a', 'b']), 'b', 'MODEL_NOT_AVAILABLE'],
  ['both allow it, but it does not answer', room(['a'], ['a']), 'a', 'MODEL_NOT_AVAILABLE'],
  ['none that Auto may ask answers', room(null, ['a']), 'auto', 'MODEL_NOT_AVAILABLE'],
  ['nothing is left of the list', room(['c'], ['a', 'b']), 'auto', 'NO_MODEL_ALLOWED_IN_ROOM'],
  ['nothing is left, whichever is asked', room(['c'], ['a', 'b']), 'c', 'NO_MODEL_ALLOWED_IN_ROOM'],
])('MODEL-03 the reason for having no model is given: %s', (_, models, modelId, code) => {
  expect(() => refuseModel(models, modelId)).toThrow(expect.objectContaining({ code }))
})
