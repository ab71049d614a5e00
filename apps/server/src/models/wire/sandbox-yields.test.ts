import { type ModelProvider, startModelProvider } from '@atrium/sandbox'
import type { OfferedModel } from '@atrium/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Secret } from '../../platform/config/secret.ts'
import { defaultModelPreferences } from '../catalogue/model-preferences.ts'
import { connectionOf, rowOf } from '../providers/connection-of.ts'
import { modelsUnderTest } from '../testing/models-for-tests.ts'

let vendor: ModelProvider
beforeAll(async () => {
  vendor = await startModelProvider({ pace: { firstTokenMs: 0, perSecond: Infinity } })
})
afterAll(() => vendor.close())

const realModel: OfferedModel = {
  id: 'real-one',
  model: 'real-one',
  displayName: 'Real one',
  version: 'latest',
  description: 'A model of a provider.',
  category: 'Basic',
  contextLimit: 32_000,
  maxOutputTokens: 4_000,
  reasoning: false,
  image_processing: false,
  tool_calls: false,
  spreadsheet_agent: false,
  followupQuestionsDefault: false,
  is_deferred_response: false,
  promptCounter: false,
  speed: 3,
  quality: 3,
  price: { input: 1, cachedInput: 1, output: 4 },
}

async function sandboxModelsAfterAdding(environment: Record<string, string>) {
  const { models, close } = await modelsUnderTest({
    ATRIUM_SANDBOX_MODELS_URL: `${vendor.url}/v1`,
    ...environment,
  })
  try {
    const names = () =>
      models.list(defaultModelPreferences).filter(({ modelId }) => modelId.startsWith('sandbox')).length
    const before = names()
    const connection = connectionOf(
      { id: 'provider_real', kind: 'openai-compatible', baseUrl: `${vendor.url}/v1`, displayName: 'Real' },
      new Secret('key'),
    )
    await models.providers.useAdded([{ connection, revision: 1, rows: [rowOf(realModel, 'provider_real')] }])
    const after = names()
    await models.providers.useAdded([])
    return { before, after, afterRemoval: names() }
  } finally {
    await close()
  }
}

test('MODEL-06 once a real model is connected, the sandbox is hidden; it returns when that model is removed', async () => {
  const { before, after, afterRemoval } = await sandboxModelsAfterAdding({})
  expect(before).toBeGreaterThan(0)
  expect({ after, afterRemoval }).toEqual({ after: 0, afterRemoval: before })
})

test('MODEL-06 with ATRIUM_SANDBOX=on it stays beside the real models', async () => {
  const { before, after } = await sandboxModelsAfterAdding({ ATRIUM_SANDBOX: 'on' })
  expect(after).toBe(before)
})
