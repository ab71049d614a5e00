import { mintId } from '@atrium/contract'
import type { SoundRequests } from './sound-request.ts'

const offeredModel = () => ({
  id: mintId('message'),
  model: 'test-model',
  displayName: 'Another model',
  description: 'What a provider offers.',
  category: 'Basic',
  contextLimit: 32_000,
  maxOutputTokens: 4_000,
  speed: 3,
  quality: 3,
  price: { input: 1, cachedInput: 0.1, output: 4 },
})

/** A provider that doesn't exist: nothing listens at this address. */
const provider = { kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1' }

const ofNoProvider = { params: { providerId: mintId('provider') } }

export const modelsRequests = {
  addProvider: [
    { make: () => ({ body: { ...provider, displayName: 'Another provider', models: [offeredModel()] } }) },
  ],
  changeProvider: [
    {
      make: () => ({ ...ofNoProvider, body: { revision: 1, isEnabled: false, models: [offeredModel()] } }),
      comesTo: 'NOT_FOUND',
    },
  ],
  removeProvider: [{ make: () => ofNoProvider, comesTo: 'NOT_FOUND' }],
  testProvider: [{ make: () => ({ body: provider }) }],
  timeModel: [{ make: () => ({ body: { ...provider, model: 'test-model' } }) }],
  setAutoOptions: [{ make: () => ({ body: { preference: 'balanced', modelIds: null } }) }],
  markFavourite: [{ make: () => ({ body: { modelId: 'test-model', isFavourite: true } }) }],
} satisfies SoundRequests
