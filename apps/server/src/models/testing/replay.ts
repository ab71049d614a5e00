import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { Secret } from '../../platform/config/secret.ts'
import { languageModelsOf } from '../wire/language-models.ts'
import { createModelHttp, type ModelHttp } from '../wire/model-http.ts'
import { ProviderRow, type Protocol } from '../catalogue/models-file.ts'
import { ProviderFault } from '../wire/provider-fault.ts'
import type { ResolvedModel } from '../catalogue/resolved-model.ts'
import { streamModel, type ModelPart } from '../wire/stream-model.ts'

/** Recorded vendor answers, beside the project; see the README of that folder. */
export const recordingsDir = path.resolve(import.meta.dirname, '../../../../../../shared/fixtures/streams')
export const hasRecordings = existsSync(path.join(recordingsDir, 'manifest.json'))

const Recording = z.object({
  file: z.string(),
  provider: z.string(),
  kind: z.string().nullable(),
  url: z.string().optional(),
  bytes: z.number().optional(),
  expect: z.object({
    text_len: z.number().optional(),
    text_sha256: z.string().optional(),
    reasoning_len: z.number().optional(),
    finish: z.array(z.string()).optional(),
    usage: z.record(z.string(), z.unknown()).nullish(),
    tools: z.array(z.unknown()).optional(),
    status: z.number().optional(),
  }),
})
export type Recording = z.infer<typeof Recording>

export const readRecordings = (): Recording[] =>
  hasRecordings
    ? z.array(Recording).parse(JSON.parse(readFileSync(path.join(recordingsDir, 'manifest.json'), 'utf8')))
    : []

export interface Replay {
  url: string
  stop(): void
}

/** Starts the replay server in a separate process on a free port. */
export function startReplay(): Promise<Replay> {
  const child = spawn(process.execPath, [path.join(recordingsDir, 'replay.mjs'), '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`The replay server ended with ${code}.`)))
    child.stdout.on('data', (data) => {
      const url = /http:\S+/.exec(String(data))?.[0]
      if (url) resolve({ url, stop: () => child.kill() })
    })
  })
}

/** The result of a call. */
export interface Received {
  text: string
  reasoning: string
  usage: Extract<ModelPart, { type: 'usage-final' }>['usage'] | null
  finish: string | null
  fault: ProviderFault | null
}

/** Requests one recording from the replay server, in the vendor's protocol, and collects the output of `streamModel`. */
export async function hear(
  replay: Replay,
  file: string,
  protocol: Protocol,
  mutation = '',
  stallMs = 20_000,
): Promise<Received> {
  const http = createModelHttp({ stallMs })
  const headers = { 'x-recording': file, ...(mutation && { 'x-mutate': mutation }) }
  const model = modelAt(replay.url, protocol, {
    fetch: (input, init) =>
      http.fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), ...headers } }),
    post: (url, request) => http.post(url, { ...request, headers: { ...request.headers, ...headers } }),
  })
  const received: Received = { text: '', reasoning: '', usage: null, finish: null, fault: null }
  try {
    const prompt = [{ role: 'user' as const, text: 'Hello.' }]
    await streamModel(model, prompt, { style: 'quick', maxOutputTokens: 1000 }, (part) => {
      if (part.type === 'text-delta') received.text += part.delta
      else if (part.type === 'reasoning-delta') received.reasoning += part.delta
      else if (part.type === 'usage-final') received.usage = part.usage
      else received.finish = part.reason
    })
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    received.fault = error
  } finally {
    await http.close()
  }
  return received
}

/** A model at any address, as `createModels` would resolve it. */
export function modelAt(
  baseUrl: string,
  protocol: Protocol,
  http: Pick<ModelHttp, 'fetch' | 'post'>,
  more: Partial<ResolvedModel> & { vendorModel?: string } = {},
): ResolvedModel {
  const row = ProviderRow.parse({ name: 'recorded', displayName: 'Recorded', protocol, baseUrl: [baseUrl] })
  const { vendorModel = 'recorded-model', ...rest } = more
  const language = languageModelsOf({ row, baseUrl, key: new Secret('key-of-the-test') }, http)(vendorModel)
  return {
    modelId: 'recorded',
    displayName: 'Recorded',
    providerName: 'Recorded',
    sandbox: false,
    contextLimit: 100_000,
    maxOutputTokens: 10_000,
    reasoning: false,
    isDeferred: false,
    seesPictures: true,
    callsTools: true,
    readsSpreadsheets: false,
    price: {
      inputMilliPerMillionTokens: 1,
      cachedInputMilliPerMillionTokens: 1,
      outputMilliPerMillionTokens: 1,
    },
    protocol,
    effort: {},
    answerLimitMs: 60_000,
    silenceLimitMs: 60_000,
    language: () => language,
    pictures: null,
    maker: () => {
      throw new Error('The model makes no pictures.')
    },
    ...rest,
  }
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Processes a list with limited concurrency. */
export async function eachOf<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of queue) await work(item)
    }),
  )
}
