import { setTimeout as delay } from 'node:timers/promises'
import { benchModel } from '@atrium/sandbox'
import { median, percentile } from '../statistics.ts'
import { cpuSeconds, databaseCpuSeconds, memoryMegabytes, type ServerProcesses } from './processes.ts'
import { type Road, type Roads, startRoads } from './roads.ts'

export type { Road } from './roads.ts'

/** Results of one path with one number of chats: the median of the rounds. */
export type StreamingMeasured = {
  road: Road
  chats: number
  /** To the first word, beyond the time that the provider takes for it, in milliseconds. */
  addedP50Ms: number
  addedP99Ms: number
  /** From when the provider is due to send a word until the client has it, in milliseconds. */
  transitP50Ms: number
  transitP99Ms: number
  /** Words of the provider that arrived a second, over all chats. */
  chunksPerSecond: number
  /** Processor time of the server with its database for 1,000 of the provider's chunks, in seconds; none for direct. */
  cpuPerThousand: number | null
  /** The database's share of it. */
  databasePerThousand: number | null
  /** Peak memory of the server with its database, in megabytes; none for direct. */
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
  /** The folder of another checkout, which is measured too. */
  against?: string | null
  /** `ATRIUM_PROCESSES` of this checkout. */
  processes?: number
}

const modelId = 'bench-80x40@200'
const model = { chunks: 80, perSecond: 40, firstTokenMs: 200, ...benchModel(modelId) }
const gapMs = 1000 / model.perSecond

/** Measures every road at every number of chats, the roads in turn within each round, so that all run under the same conditions. */
export async function measureStreaming(options: StreamingOptions): Promise<StreamingMeasured[]> {
  const { chats: levels, rounds, say, against = null } = options
  const roads: Road[] = ['direct', 'pass-through', 'Atrium', ...(against ? ['other checkout' as const] : [])]
  await using started = new AsyncDisposableStack()
  say('starting Atrium and signing people up …')
  const open = await startRoads(started, { ...options, modelId, roads, maxChats: Math.max(...levels) })

  const measured: StreamingMeasured[] = []
  // The first answers are slower on every road: code is compiled, connections are opened.
  for (const road of roads) await measureRound(open, road, 50)
  for (const chats of levels) {
    const byRoad = new Map<Road, Round[]>(roads.map((road) => [road, []]))
    for (let round = 1; round <= rounds; round++) {
      say(`${chats} ${chats === 1 ? 'chat' : 'chats'}, round ${round} of ${rounds}`)
      for (const road of roads) byRoad.get(road)?.push(await measureRound(open, road, chats))
    }
    for (const [road, found] of byRoad) measured.push({ road, chats, ...summary(found) })
  }
  return measured
}

type Round = Omit<StreamingMeasured, 'road' | 'chats'>

/** Few chats are asked several times, one after another: a median of one question says little. */
const timesFor = (chats: number) => (chats < 5 ? 5 : 1)

async function measureRound(roads: Roads, road: Road, chats: number): Promise<Round> {
  const server = roads.server(road)
  const cpuBefore = server && cpuSeconds(server)
  const databaseBefore = server && databaseCpuSeconds(server)
  let memoryMb: number | null = null
  const sampling = setInterval(() => {
    if (server) memoryMb = Math.max(memoryMb ?? 0, memoryMegabytes(server))
  }, 1000)
  const asked: Awaited<ReturnType<Roads['ask']>>[] = []
  for (let time = 0; time < timesFor(chats); time++) asked.push(await roads.ask(road, chats))
  clearInterval(sampling)
  if (server) await atRest(server)
  const answers = asked.flatMap((once) => once.answers)
  const elapsedMs = asked.reduce((sum, once) => sum + once.elapsedMs, 0)
  const chunks = answers.length * model.chunks
  const added = answers.map(({ firstTextMs }) => (firstTextMs ?? Infinity) - model.firstTokenMs)
  const transits = asked.flatMap((once) =>
    once.answers.flatMap(({ wordsAt }, index) => {
      const firstDueAt = (once.arrived[index] ?? Number.NaN) + model.firstTokenMs
      return wordsAt.map((at, word) => at - firstDueAt - word * gapMs)
    }),
  )
  return {
    addedP50Ms: percentile(added, 0.5),
    addedP99Ms: percentile(added, 0.99),
    transitP50Ms: percentile(transits, 0.5),
    transitP99Ms: percentile(transits, 0.99),
    chunksPerSecond: (chunks / elapsedMs) * 1000,
    cpuPerThousand: server && ((cpuSeconds(server) - (cpuBefore ?? 0)) / chunks) * 1000,
    databasePerThousand: server && ((databaseCpuSeconds(server) - (databaseBefore ?? 0)) / chunks) * 1000,
    memoryMb,
    problems: answers.flatMap(({ problem }) => problem ?? []),
  }
}

/** Includes the background work after an answer: waits until the server is nearly idle. */
export async function atRest(server: ServerProcesses): Promise<void> {
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
    transitP50Ms: middle((round) => round.transitP50Ms) ?? Number.NaN,
    transitP99Ms: middle((round) => round.transitP99Ms) ?? Number.NaN,
    chunksPerSecond: middle((round) => round.chunksPerSecond) ?? Number.NaN,
    cpuPerThousand: middle((round) => round.cpuPerThousand),
    databasePerThousand: middle((round) => round.databasePerThousand),
    memoryMb: middle((round) => round.memoryMb),
    problems: [...new Set(rounds.flatMap((round) => round.problems))],
  }
}
