import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { answerRequest, type AnsweringWorld } from './answer-request.ts'
import { naturalPace, type Pace } from './answer/pace.ts'
import type { Step } from './answer/steps.ts'
import { benchFrames } from './bench/bench-frames.ts'
import { benchModel } from './bench/bench-model.ts'
import { streamBench } from './bench/stream-bench.ts'
import { TimerWheel } from './bench/timer-wheel.ts'
import { answerEmbeddings } from './embeddings.ts'
import { FaultRules, type FaultRule } from './faults/fault-rules.ts'
import { answerImages, readEdit, type Studio } from './images.ts'
import { anthropicModelList, openaiModel, openaiModelList, sandboxModels } from './models.ts'
import { unknownModel } from './problem.ts'
import { RecordedRequests, type RecordedRequest, type RequestState } from './recorded-requests.ts'
import { Scripts, type Respond } from './script.ts'
import { checkKey, sayProblemsInTheVendorsWay, speaksAnthropic } from './vendor-manners.ts'
import { anthropicMessages } from './wire/anthropic-messages.ts'
import { openaiChat } from './wire/openai-chat.ts'
import { openaiResponses } from './wire/openai-responses.ts'
import type { WireProtocol } from './wire/wire-protocol.ts'

export interface ModelProviderOptions {
  /** 0, the default, takes any free port. */
  port?: number
  host?: '127.0.0.1'
  /** The one key that is accepted; without it every key is, and none too. */
  apiKey?: string
  /** Prints every request to standard output, without its texts. */
  log?: boolean
  /** The speed of the models; default 60 chunks a second after 150 ms. */
  pace?: Partial<Pace>
  /** Called with the body of each request to a bench model, before its answer starts. */
  onBench?: (body: unknown) => void
}

/** A running stand-in for model vendors. */
export interface ModelProvider {
  /** Such as `http://127.0.0.1:41234`; the vendors' base URLs are this with `/v1`. */
  url: string
  port: number
  /** Ends every open socket at once. */
  close(): Promise<void>
  /** The last 500 requests, oldest first, without those for bench models. */
  requests(): RecordedRequest[]
  /** The first request, past or to come, for which the predicate is true. */
  waitForRequest(predicate: (request: RecordedRequest) => boolean): Promise<RecordedRequest>
  /** Replaces all fault rules. */
  setFaults(rules: FaultRule[]): void
  /** Scripts a model's answer: steps, or a function that makes them. '*' means every model. */
  script(model: string, script: Step[] | Respond, options?: { times?: number }): void
  /** Clears requests, fault rules and scripts. */
  reset(): void
}

const maxRequestBytes = 64 * 1024 * 1024
const wires: Record<string, WireProtocol> = {
  '/v1/chat/completions': openaiChat,
  '/v1/responses': openaiResponses,
  '/v1/messages': anthropicMessages,
}

/** Starts the model provider on loopback and resolves when it listens. */
export async function startModelProvider(options: ModelProviderOptions = {}): Promise<ModelProvider> {
  const { port = 0, host = '127.0.0.1', apiKey, log = false } = options
  const requests = new RecordedRequests()
  const world: AnsweringWorld = {
    scripts: new Scripts(),
    faultRules: new FaultRules(),
    faultedOnce: new Set(),
    pace: { ...naturalPace, ...options.pace },
  }
  const studio: Studio = { ...world, painted: new Map() }
  const wheel = new TimerWheel()

  const app = Fastify({ forceCloseConnections: true, bodyLimit: maxRequestBytes })
  sayProblemsInTheVendorsWay(app)
  if (apiKey !== undefined) app.addHook('onRequest', async (request) => checkKey(request, apiKey))
  if (log)
    app.addHook('onResponse', async (request, reply) =>
      console.log(`sandbox model provider: ${request.method} ${request.url} ${reply.statusCode}`),
    )

  for (const [path, wire] of Object.entries(wires)) {
    app.post(path, (request, reply) => {
      const bench = benchAsked(request.body)
      reply.hijack()
      if (bench !== null) {
        options.onBench?.(request.body)
        return streamBench(reply.raw, benchFrames(bench.id, bench.model, path, wire), bench.model, wheel)
      }
      void recordAnswer(requests, request, reply, (record) => answerRequest(world, wire, record, reply.raw))
    })
  }
  const recorded = (answer: (body: unknown) => unknown) => (request: FastifyRequest) => {
    const record = requests.add({ path: request.url, headers: request.headers, body: request.body })
    record.state = 'refused'
    const reply = answer(request.body)
    record.state = 'answered'
    requests.changed()
    return reply
  }
  app.post('/v1/embeddings', async (request) => recorded(answerEmbeddings)(request))
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer) => readEdit(body, request.headers),
  )
  for (const path of ['/v1/images/generations', '/v1/images/edits'])
    app.post(path, (request, reply) => {
      reply.hijack()
      void recordAnswer(requests, request, reply, (record) => answerImages(studio, record, reply.raw))
    })
  app.get('/v1/models', async (request) =>
    speaksAnthropic(request) ? anthropicModelList() : openaiModelList(),
  )
  app.get<{ Params: { id: string } }>('/v1/models/:id', async ({ params: { id } }) => {
    if (!sandboxModels.some((model) => model.id === id)) throw unknownModel(id)
    return openaiModel(id)
  })

  await app.listen({ port, host })
  const { port: realPort } = app.server.address() as AddressInfo
  return {
    url: `http://${host}:${realPort}`,
    port: realPort,
    close: async () => {
      wheel.stop()
      await app.close()
    },
    requests: () => requests.list(),
    waitForRequest: (predicate) => requests.waitFor(predicate),
    setFaults: (rules) => world.faultRules.set(rules),
    script: (model, script, { times } = {}) => world.scripts.add(model, script, times),
    reset: () => {
      requests.clear()
      world.faultRules.set([])
      world.faultedOnce.clear()
      studio.painted.clear()
      world.scripts.clear()
    },
  }
}

async function recordAnswer(
  requests: RecordedRequests,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (record: RecordedRequest) => Promise<RequestState>,
): Promise<void> {
  const record = requests.add({ path: request.url, headers: request.headers, body: request.body })
  try {
    const answering = answer(record)
    requests.changed()
    record.state = await answering
  } catch (error) {
    // A script or a sandbox model failed: the client sees a broken connection, the sandbox's output has the error.
    console.error('The sandbox model provider failed.', error)
    record.state = 'failed'
    reply.raw.destroy()
  }
  requests.changed()
}

function benchAsked(body: unknown): { id: string; model: NonNullable<ReturnType<typeof benchModel>> } | null {
  if (typeof body !== 'object' || body === null || !('model' in body) || typeof body.model !== 'string')
    return null
  if (!('stream' in body) || body.stream !== true) return null
  const model = benchModel(body.model)
  return model === null ? null : { id: body.model, model }
}
