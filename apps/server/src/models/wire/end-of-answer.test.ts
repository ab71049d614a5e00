import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createModelHttp, type ModelHttp } from './model-http.ts'
import type { Protocol } from '../catalogue/models-file.ts'
import { streamModel } from './stream-model.ts'
import { modelAt } from '../testing/replay.ts'

const open: (Server | ModelHttp)[] = []
afterEach(async () => {
  for (const one of open.splice(0))
    if ('fetch' in one) await one.close()
    else one.close()
})

/** The product's events for a provider that sends these, and their end. */
async function received(protocol: Protocol, events: readonly (object | string)[]) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of events)
      response.write(`data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const http = createModelHttp({ stallMs: 5_000 })
  open.push(server, http)
  const model = modelAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, protocol, http)
  let text = ''
  let reason: string | null = null
  const prompt = [{ role: 'user' as const, text: 'Hello.' }]
  await streamModel(model, prompt, { style: 'quick', maxOutputTokens: 100 }, (part) => {
    if (part.type === 'text-delta') text += part.delta
    if (part.type === 'finish') reason = part.reason
  })
  return { text, reason }
}

const chat = (content: string, reason: string | null = null) => ({
  id: 'one',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: reason }],
})
const usage = {
  ...chat(''),
  choices: [],
  usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
}

test.each(['openai-compatible', 'openai'] as const)(
  'MODEL-05 text after the end marker of %s is dropped',
  async (protocol) => {
    const events = [chat('Whole'), chat('.', 'stop'), chat(' More?'), usage, '[DONE]', chat(' And more?')]
    expect(await received(protocol, events)).toEqual({ text: 'Whole.', reason: 'stop' })
  },
)

test('MODEL-05 text after the end marker of anthropic is dropped', async () => {
  const say = (text: string) => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text },
  })
  const events = [
    {
      type: 'message_start',
      message: {
        id: 'one',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 5, output_tokens: 1 },
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    say('Whole.'),
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: 2 },
    },
    say(' More?'),
    { type: 'message_stop' },
  ]
  expect(await received('anthropic', events)).toEqual({ text: 'Whole.', reason: 'stop' })
})

test('MODEL-05 a chat stream without a reason, but with usage and [DONE], is complete', async () => {
  expect(await received('openai-compatible', [chat('Whole.'), usage, '[DONE]'])).toEqual({
    text: 'Whole.',
    reason: 'stop',
  })
})

test.each([
  ['usage', [chat('Half'), '[DONE]']],
  ['[DONE]', [chat('Half'), usage]],
])('MODEL-05 a chat stream without a reason and without %s is interrupted', async (_missing, events) => {
  await expect(received('openai-compatible', events)).rejects.toMatchObject({ code: 'PROVIDER_DROPPED' })
})
