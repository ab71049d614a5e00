import { mintId } from '@atrium/contract'
import { expect, test } from 'vitest'
import { storageIn } from '../turns/storage.fixture.ts'
import { createComparedModelsStore } from './compared-models.ts'

test('CHAT-12 a chat keeps the models that it compares; others compare nothing, and start from the last ones', () => {
  const storage = storageIn(new Map())
  const store = createComparedModelsStore(() => storage)
  const [tea, coffee] = [mintId('chat'), mintId('chat')]
  expect(store.of(tea)).toEqual([])
  store.remember(tea, ['a', 'b'])
  expect([store.of(tea), store.of(coffee), store.last()]).toEqual([['a', 'b'], [], ['a', 'b']])
  store.remember(tea, [])
  expect([store.of(tea), store.last()]).toEqual([[], ['a', 'b']])
})

test('CHAT-12 damaged storage compares nothing', () => {
  const storage = storageIn(new Map())
  storage.setItem(
    'atrium.comparedModels',
    '{"last":[1],"chats":[{"chatId":7},{"chatId":"x","modelIds":"a"}]}',
  )
  const store = createComparedModelsStore(() => storage)
  expect([store.of('chat_x'), store.last()]).toEqual([[], []])
})
