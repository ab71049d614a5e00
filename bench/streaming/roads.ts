import path from 'node:path'
import { benchModel, benchText } from '@atrium/sandbox'
import { type Child, startChild } from '../child.ts'
import { type MeasuredAtrium, startAtrium } from './atrium.ts'
import type { LoadMeasured, LoadOrder } from './load.ts'
import { questionOf, questionUrl, signUpPeople } from './people.ts'
import type { ServerProcesses } from './processes.ts'
import type { QuestionsArrived } from './provider.ts'

/**
 * The ways from client to provider that are compared: without anything between, through a bare proxy, through Atrium, and through the
 * Atrium of another checkout.
 */
export type Road = 'direct' | 'pass-through' | 'Atrium' | 'other checkout'

export type RoadOptions = {
  /** The model of the answers: a bench model. */
  modelId: string
  maxChats: number
  roads: readonly Road[]
  /** The folder of the other checkout. */
  against?: string | null
  /** `ATRIUM_PROCESSES` of this checkout. */
  processes?: number
  /** For Node when it runs Atrium, as in `--cpu-prof`. */
  atriumArgv?: string[]
}

export type Roads = {
  server(road: Road): ServerProcesses | null
  /** The Atrium of a road. */
  atrium(road: Road): MeasuredAtrium
  /** Asks one question in each of these chats, and reads the answers; of the model of the options by default. */
  ask(road: Road, chats: number, modelId?: string): Promise<LoadMeasured & { arrived: QuestionsArrived }>
}

/** The chats of one round start spread over this time, in milliseconds. */
const spreadMs = 1_800
/** Maximum concurrent answers per person. */
const chatsOfAPerson = 5
const maxPeople = 100

/** Starts provider, proxy, load generator and the servers of the roads, and signs people up; all end with `started`. */
export async function startRoads(started: AsyncDisposableStack, options: RoadOptions): Promise<Roads> {
  const { maxChats, roads, against, processes = 1, atriumArgv = [] } = options
  const start = (file: string, args: string[] = []) => {
    const child = startChild(path.join(import.meta.dirname, file), args)
    started.defer(() => child.end())
    return child
  }
  const provider = start('provider.ts')
  const { url: providerUrl } = await provider.hear<{ url: string }>()
  const proxy = start('pass-through.ts', [providerUrl])
  const { url: proxyUrl } = await proxy.hear<{ url: string }>()
  const load: Child = start('load.ts')
  const startServer = async (options: Partial<Parameters<typeof startAtrium>[0]>) => {
    const atrium = await startAtrium({ providerUrl, ...options })
    started.defer(() => atrium.end())
    const count = Math.min(maxPeople, Math.max(Math.ceil(maxChats / chatsOfAPerson), 10))
    return { atrium, people: await signUpPeople(atrium, count) }
  }
  const servers = new Map<Road, Awaited<ReturnType<typeof startServer>>>()
  if (roads.includes('Atrium')) servers.set('Atrium', await startServer({ execArgv: atriumArgv, processes }))
  if (against && roads.includes('other checkout'))
    servers.set('other checkout', await startServer({ checkout: path.resolve(against) }))
  const serverOf = (road: Road) => servers.get(road) ?? fail(road)

  const orderOf = (road: Road, chats: number, modelId: string): LoadOrder => {
    const model = benchModel(modelId) ?? fail(modelId)
    const texts = Array.from({ length: chats }, (_, index) => `Count the words, please. [chat ${index}]`)
    const reading = { spreadMs, expectedText: benchText(model) }
    if (road === 'direct' || road === 'pass-through')
      return {
        ...reading,
        format: 'provider',
        url: `${road === 'direct' ? providerUrl : proxyUrl}/v1/chat/completions`,
        questions: texts.map((content) => ({
          headers: {},
          body: JSON.stringify({
            model: modelId,
            stream: true,
            stream_options: { include_usage: true },
            messages: [{ role: 'user', content }],
          }),
        })),
      }
    const { atrium, people } = serverOf(road)
    const each = Math.ceil(chats / people.length)
    const askers = people.flatMap((person) => Array.from({ length: each }, () => person))
    return {
      ...reading,
      format: 'atrium',
      url: questionUrl(atrium),
      questions: texts.flatMap((text, index) => {
        const person = askers[index]
        return person ? [questionOf(person, modelId, text)] : []
      }),
    }
  }
  return {
    server: (road) =>
      road === 'direct'
        ? null
        : road === 'pass-through'
          ? { main: proxy.pid, postmaster: null }
          : serverOf(road).atrium.processes,
    atrium: (road) => serverOf(road).atrium,
    async ask(road, chats, modelId = options.modelId) {
      await provider.ask<QuestionsArrived>({})
      const measured = await load.ask<LoadMeasured>(orderOf(road, chats, modelId))
      return { ...measured, arrived: await provider.ask<QuestionsArrived>({}) }
    },
  }
}

function fail(what: string): never {
  throw new Error(`${what} is missing.`)
}
