import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { benchModel, benchText } from '@atrium/sandbox'
import { type Child, startChild } from '../child.ts'
import { median, percentile } from '../statistics.ts'
import { startAtrium } from './atrium.ts'
import type { LoadMeasured, LoadOrder } from './load.ts'
import { questionOf, questionUrl, signUpPeople } from './people.ts'
import { cpuSeconds, databaseCpuSeconds, memoryMegabytes, type ServerProcesses } from './processes.ts'

/** The ways from client to provider that are compared: without anything between, through a bare proxy, through Atrium. */
const roads = ['direct', 'pass-through', 'Atrium'] as const
export type Road = (typeof roads)[number]

/** Results of one path with one number of chats: the median of the rounds. */
export type StreamingMeasured = {
  road: Road
  chats: number
  /** To the first word, beyond the time that the provider takes for it, in milliseconds. */
  addedP50Ms: number
  addedP99Ms: number
  /** Words of the provider that arrived a second, over all chats. */
  chunksPerSecond: number
  /** Processor time of the server with its database for 1,000 of the provider's chunks, in seconds; none for direct. */
  cpuPerThousand: number | null
  /** The database's share of it. */
  databasePerThousand: number | null
  /** The most that the server with its database took, in megabytes; none for direct. */
  memoryMb: number | null
  /** Answers that differ from the provider's, each reported once. */
  problems: string[]
}

export type StreamingOptions = {
  chats: readonly number[]
  rounds: number
  say: (line: string) => void
  /** For Node when it runs Atrium, as in `--cpu-prof`. */
  atriumArgv?: string[]
  only?: readonly Road[]
}

const modelId = 'bench-80x40@200'
const model = { chunks: 80, perSecond: 40, firstTokenMs: 200, ...benchModel(modelId) }
const expectedText = benchText(model)
/** The chats of one round start spread over this time, in milliseconds. */
const spreadMs = 1_800
/** Maximum concurrent answers per person. */
const chatsOfAPerson = 5
const maxPeople = 100

/** Measures every road at every number of chats, the roads in turn within each round, so that all meet the same machine. */
export async function measureStreaming(options: StreamingOptions): Promise<StreamingMeasured[]> {
  const { chats: levels, rounds, say, only = roads } = options
  await using started = new AsyncDisposableStack()
  const start = (file: string, args: string[] = []) => {
    const child = startChild(path.join(import.meta.dirname, file), args)
    started.defer(() => child.end())
    return child
  }
  const provider = start('provider.ts')
  const { url: providerUrl } = await provider.hear<{ url: string }>()
  const proxy = start('pass-through.ts', [providerUrl])
  const { url: proxyUrl } = await proxy.hear<{ url: string }>()
  const load = start('load.ts')
  say('starting Atrium and signing people up …')
  const atrium = await startAtrium({ providerUrl, execArgv: options.atriumArgv ?? [] })
  started.defer(() => atrium.end())
  const people = await signUpPeople(
    atrium,
    Math.min(maxPeople, Math.max(...levels.map((chats) => Math.ceil(chats / chatsOfAPerson)), 10)),
  )

  const wayOf: Record<Road, { order(chats: number): LoadOrder; server: ServerProcesses | null }> = {
    direct: { order: (chats) => fromProvider(providerUrl, chats), server: null },
    'pass-through': {
      order: (chats) => fromProvider(proxyUrl, chats),
      server: { main: proxy.pid, postmaster: null },
    },
    Atrium: {
      order: (chats) => ({
        ...reading('atrium'),
        url: questionUrl(atrium),
        questions: people
          .flatMap((person) => Array.from({ length: Math.ceil(chats / people.length) }, () => person))
          .slice(0, chats)
          .map((person) => questionOf(person, modelId)),
      }),
      server: atrium.processes,
    },
  }

  const measured: StreamingMeasured[] = []
  // The first answers are slower on every road: code is compiled, connections are opened.
  for (const road of only) await measureRound(load, wayOf[road].order(50), wayOf[road].server)
  for (const chats of levels) {
    const byRoad = new Map<Road, Round[]>(only.map((road) => [road, []]))
    for (let round = 1; round <= rounds; round++) {
      say(`${chats} ${chats === 1 ? 'chat' : 'chats'}, round ${round} of ${rounds}`)
      for (const road of only) {
        const { order, server } = wayOf[road]
        byRoad.get(road)?.push(await measureRound(load, order(chats), server))
      }
    }
    for (const [road, found] of byRoad) measured.push({ road, chats, ...summary(found) })
  }
  return measured
}

type Round = Omit<StreamingMeasured, 'road' | 'chats'>

const reading = (format: LoadOrder['format']) => ({ format, spreadMs, expectedText })

function fromProvider(url: string, chats: number): LoadOrder {
  const body = JSON.stringify({
    model: modelId,
    stream: true,
    stream_options: { include_usage: true },
    messages: [{ role: 'user', content: 'Count the words, please.' }],
  })
  return {
    ...reading('provider'),
    url: `${url}/v1/chat/completions`,
    questions: Array.from({ length: chats }, () => ({ headers: {}, body })),
  }
}

async function measureRound(load: Child, order: LoadOrder, server: ServerProcesses | null): Promise<Round> {
  const cpuBefore = server && cpuSeconds(server)
  const databaseBefore = server && databaseCpuSeconds(server)
  let memoryMb: number | null = null
  const sampling = setInterval(() => {
    if (server) memoryMb = Math.max(memoryMb ?? 0, memoryMegabytes(server))
  }, 1000)
  const { answers, elapsedMs } = await load.ask<LoadMeasured>(order)
  clearInterval(sampling)
  if (server) await atRest(server)
  const chunks = order.questions.length * model.chunks
  const added = answers.map(({ firstTextMs }) => (firstTextMs ?? Infinity) - model.firstTokenMs)
  return {
    addedP50Ms: percentile(added, 0.5),
    addedP99Ms: percentile(added, 0.99),
    chunksPerSecond: (chunks / elapsedMs) * 1000,
    cpuPerThousand: server && ((cpuSeconds(server) - (cpuBefore ?? 0)) / chunks) * 1000,
    databasePerThousand: server && ((databaseCpuSeconds(server) - (databaseBefore ?? 0)) / chunks) * 1000,
    memoryMb,
    problems: answers.flatMap(({ problem }) => problem ?? []),
  }
}

/** Includes the background work after an answer: waits until the server is nearly idle. */
async function atRest(server: ServerProcesses): Promise<void> {
  for (let before = cpuSeconds(server), quiet = 0, waited = 0; quiet < 2 && waited < 40; waited++) {
    await delay(200)
    const now = cpuSeconds(server)
    quiet = now - before <= 0.011 ? quiet + 1 : 0
    before = now
  }
}

function summary(rounds: readonly Round[]): Round {
  const middle = (value: (round: Round) => number | null) => {
    const values = rounds.map(value).filter((one) => one !== null)
    return values.length === 0 ? null : median(values)
  }
  return {
    addedP50Ms: middle((round) => round.addedP50Ms) ?? Number.NaN,
    addedP99Ms: middle((round) => round.addedP99Ms) ?? Number.NaN,
    chunksPerSecond: middle((round) => round.chunksPerSecond) ?? Number.NaN,
    cpuPerThousand: middle((round) => round.cpuPerThousand),
    databasePerThousand: middle((round) => round.databasePerThousand),
    memoryMb: middle((round) => round.memoryMb),
    problems: [...new Set(rounds.flatMap((round) => round.problems))],
  }
}
