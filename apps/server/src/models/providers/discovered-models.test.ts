import { expect, test } from 'vitest'
import { discoveredModels } from './discovered-models.ts'

const silent = {
  displayName: null,
  contextLimit: null,
  maxOutputTokens: null,
  price: null,
  seesPictures: null,
}

test("MODEL-05 OpenAI's list has names; models that are not for chat are left out", () => {
  const data = ['gpt-6.1-sol', 'text-embedding-3-large', 'whisper-1', 'bad id', 'dall-e-3'].map((id) => ({
    id,
  }))
  expect(discoveredModels({ object: 'list', data })).toEqual([{ ...silent, name: 'gpt-6.1-sol' }])
})

test("MODEL-05 Anthropic's list has display names", () => {
  const data = [
    { type: 'model', id: 'claude-opus-5-5', display_name: 'Claude Opus 5.5', max_input_tokens: 1_000_000 },
  ]
  expect(discoveredModels({ data, has_more: false })).toEqual([
    { ...silent, name: 'claude-opus-5-5', displayName: 'Claude Opus 5.5', contextLimit: 1_000_000 },
  ])
})

test("MODEL-05 Google's list has limits and which models generate text", () => {
  const models = [
    {
      name: 'models/gemini-3.8-flash',
      displayName: 'Gemini 3.8 Flash',
      inputTokenLimit: 1_000_000,
      outputTokenLimit: 65_536,
      supportedGenerationMethods: ['generateContent', 'countTokens'],
    },
    { name: 'models/aqa', supportedGenerationMethods: ['generateAnswer'] },
  ]
  expect(discoveredModels({ models })).toEqual([
    {
      ...silent,
      name: 'gemini-3.8-flash',
      displayName: 'Gemini 3.8 Flash',
      contextLimit: 1_000_000,
      maxOutputTokens: 65_536,
    },
  ])
})

test("MODEL-05 Mistral's and vLLM's lists have context windows, Mistral's also capabilities", () => {
  const data = [
    {
      id: 'mistral-medium-3.5',
      max_context_length: 128_000,
      capabilities: { completion_chat: true, vision: true },
    },
    { id: 'codestral-fim', capabilities: { completion_chat: false } },
    { id: 'Qwen/Qwen4-32B', max_model_len: 40_960 },
  ]
  expect(discoveredModels({ data })).toEqual([
    { ...silent, name: 'mistral-medium-3.5', contextLimit: 128_000, seesPictures: true },
    { ...silent, name: 'Qwen/Qwen4-32B', contextLimit: 40_960 },
  ])
})

test("MODEL-05 OpenRouter's list has prices per token, as strings", () => {
  const row = {
    id: 'anthropic/claude-haiku-5.5',
    name: 'Anthropic: Claude Haiku 5.5',
    context_length: 100_000,
    architecture: { input_modalities: ['text', 'image'] },
    pricing: { prompt: '0.0000001', completion: '0.0000005', input_cache_read: '0.00000001' },
    top_provider: { max_completion_tokens: 32_000 },
  }
  expect(
    discoveredModels({ data: [row, { id: 'router/auto', pricing: { prompt: '-1', completion: '-1' } }] }),
  ).toEqual([
    {
      name: row.id,
      displayName: row.name,
      contextLimit: 100_000,
      maxOutputTokens: 32_000,
      price: { input: 0.1, cachedInput: 0.01, output: 0.5 },
      seesPictures: true,
    },
    { ...silent, name: 'router/auto' },
  ])
})

test('MODEL-05 names from a list are sanitized: they cannot forge a line', () => {
  const [model] =
    discoveredModels({ data: [{ id: 'a', display_name: `Nice\u202e\n\0 ${'long '.repeat(40)}` }] }) ?? []
  expect(model?.displayName).toMatch(/^Nice long (long )+long?$|^Nice .{1,55}$/)
  expect(model?.displayName?.length).toBeLessThanOrEqual(60)
})

test.each([null, 'text', [], {}, { data: {} }, { error: 'no' }])(
  'MODEL-05 %j is not a list of models',
  (list) => {
    expect(discoveredModels(list)).toBeNull()
  },
)
