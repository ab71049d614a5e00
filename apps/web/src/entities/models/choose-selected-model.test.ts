import { mintId, type Model } from '@atrium/contract'
import { expect, test } from 'vitest'
import { storageIn } from '../turns/storage.fixture.ts'
import { createChatMetaStore } from './chat-meta.ts'
import { chooseSelectedModel, type ModelChoiceInput } from './choose-selected-model.ts'
import { groupModels } from './group-models.ts'

const model = (modelId: string, changes: Partial<Model> = {}): Model => ({
  modelId,
  modelName: modelId,
  modelVersion: '1',
  displayName: modelId,
  description: `About ${modelId}`,
  contextLimit: 8000,
  maxTokens: 1000,
  isAvailable: true,
  unavailableReason: null,
  image_processing: false,
  web_search: false,
  spreadsheet_agent: false,
  followupQuestionsDefault: false,
  is_deferred_response: false,
  promptCounter: false,
  system_default: false,
  category: 'Basic',
  options: { reasoning: false },
  pictures: null,
  creditsPerTypicalQuestion: 1,
  providerName: 'P',
  sandbox: false,
  isFavourite: false,
  ...changes,
})
const models = [
  model('auto'),
  model('plain', { system_default: true }),
  model('deep', { category: 'Reasoning' }),
  model('dead', { isAvailable: false, unavailableReason: 'NO_KEY' }),
]
const fresh = (id: string) => ({ model: id, isStale: false })
const stale = (id: string) => ({ model: id, isStale: true })

test.each<[string, Partial<ModelChoiceInput>, string]>([
  ['a new chat has the default', { isNewChat: true }, 'plain'],
  [
    'a new chat forgets what another chat had',
    { isNewChat: true, meta: fresh('deep'), lastAskedModelId: 'deep' },
    'plain',
  ],
  ['what was picked here counts in a new chat', { isNewChat: true, picked: 'deep' }, 'deep'],
  [
    'an existing chat opens with its remembered model',
    { meta: fresh('deep'), lastAskedModelId: 'plain' },
    'deep',
  ],
  ['after an hour with the one asked last', { meta: stale('deep'), lastAskedModelId: 'auto' }, 'auto'],
  ['without either with the default', {}, 'plain'],
  ['a model that is gone gives the default', { meta: fresh('gone'), lastAskedModelId: 'deep' }, 'plain'],
  ['a picked model that is gone gives the default', { picked: 'gone', meta: fresh('deep') }, 'plain'],
  ['a model that cannot be asked gives the default', { lastAskedModelId: 'dead' }, 'plain'],
  [
    'a list that could not be loaded gives auto',
    { models: 'failed', picked: 'deep', meta: fresh('deep') },
    'auto',
  ],
  ['while the list loads the remembered model stands', { models: 'loading', meta: fresh('deep') }, 'deep'],
  [
    'while the list loads a new chat has auto',
    { models: 'loading', isNewChat: true, meta: fresh('deep') },
    'auto',
  ],
  [
    'a default that cannot be asked gives auto',
    { models: [model('auto'), model('x', { system_default: true, isAvailable: false })] },
    'auto',
  ],
])('MODEL-04 %s', (_, input, expected) => {
  expect(
    chooseSelectedModel({
      models,
      picked: null,
      isNewChat: false,
      meta: null,
      lastAskedModelId: null,
      ...input,
    }),
  ).toBe(expected)
})

test('MODEL-04 the chat meta is stored in the browser and stale after one hour', () => {
  const kept = new Map<string, string>()
  let nowMs = 1_000_000
  const storage = () => storageIn(kept)
  const chatId = mintId('chat')
  createChatMetaStore(storage, () => nowMs).remember({
    chatId,
    workspaceId: mintId('account'),
    model: 'deep',
    modelConfiguration: { style: 'deep' },
  })
  const store = createChatMetaStore(storage, () => nowMs)
  nowMs += 60 * 60 * 1000
  expect(store.of(chatId)).toMatchObject({ model: 'deep', isStale: false })
  nowMs += 1
  expect(store.of(chatId)).toMatchObject({ isStale: true })
  expect(store.of(mintId('chat'))).toBeNull()
  kept.set('atrium.chatMeta', '{"infoList":"nonsense"}')
  expect(store.of(chatId)).toBeNull()
})

test('MODEL-03 models are listed by category with auto apart, and found by name, provider and description', () => {
  const ids = (query: string) =>
    groupModels(models, query).map((group) => [group.category, group.models.map((one) => one.modelId)])
  expect(ids('')).toEqual([
    [null, ['auto']],
    ['Basic', ['plain', 'dead']],
    ['Reasoning', ['deep']],
  ])
  expect(ids(' DEEP')).toEqual([['Reasoning', ['deep']]])
  expect(ids('about plai')).toEqual([['Basic', ['plain']]])
  expect(ids('nothing like it')).toEqual([])
})

test('MODEL-03 favorites come before the categories, and each model is listed once', () => {
  const marked = models.map((one) => ({ ...one, isFavourite: ['deep', 'dead'].includes(one.modelId) }))
  expect(
    groupModels(marked, '').map((group) => [group.category, group.models.map((one) => one.modelId)]),
  ).toEqual([
    [null, ['auto']],
    ['favourites', ['deep', 'dead']],
    ['Basic', ['plain']],
  ])
})
