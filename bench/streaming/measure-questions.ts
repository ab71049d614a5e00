import { setTimeout as delay } from 'node:timers/promises'
import { connect, type Database } from '@atrium/server/platform/database/index.ts'
import { createLog } from '@atrium/server/platform/log.ts'
import { median } from '../statistics.ts'
import { atRest } from './measure-streaming.ts'
import { cpuSeconds, databaseCpuSeconds } from './processes.ts'
import { type Road, type Roads, startRoads } from './roads.ts'

/** The cost of a question apart from streaming its text: its answer has two chunks. The median of the rounds, for one question. */
export type QuestionsMeasured = {
  road: Road
  questions: number
  /** Processor time of server and database, in milliseconds; the title of the chat included. */
  cpuMs: number
  /** The database's share of it. */
  databaseMs: number
  walBytes: number
  commits: number
  /** Processor time of server and database for 1,000 chunks, in seconds, while 100 answers stream and nobody asks. */
  cpuPerThousandChunks: number
  /** Share of the updates of `turn` and of `chat` that needed no new entry in an index (heap-only tuples). */
  hotShareOfTurn: number
  hotShareOfChat: number
  problems: string[]
}

const modelId = 'bench-2x40@200'
const questions = 200

/** Answers that last ten seconds. */
const longModelId = 'bench-400x40@200'
const longAnswers = 100

/** Asks first questions with short answers, on this Atrium and, with `against`, on that of another checkout in turn. */
export async function measureQuestions({
  rounds,
  say,
  against = null,
}: {
  rounds: number
  say: (line: string) => void
  against?: string | null
}): Promise<QuestionsMeasured[]> {
  const roads: Road[] = ['Atrium', ...(against ? ['other checkout' as const] : [])]
  await using started = new AsyncDisposableStack()
  say('starting Atrium and signing people up …')
  const open = await startRoads(started, { modelId, roads, maxChats: questions, against })
  const byRoad = new Map<Road, Round[]>()
  const chunkCosts = new Map<Road, number[]>()
  const databases = new Map<Road, Database>()
  for (const road of roads) {
    const { databaseAddress } = open.atrium(road)
    const database = connect(databaseAddress, { log: createLog({ level: 'silent' }), maxConnections: 1 })
    started.defer(() => database.close())
    databases.set(road, database)
    byRoad.set(road, [])
    // Code is compiled and connections are opened with the first answers.
    await measureRound(open, road, database)
    chunkCosts.set(road, [])
  }
  for (let round = 1; round <= rounds; round++) {
    say(`${questions} questions with two words each, round ${round} of ${rounds}`)
    for (const [road, database] of databases) byRoad.get(road)?.push(await measureRound(open, road, database))
    say(`${longAnswers} answers of ten seconds, round ${round} of ${rounds}`)
    for (const [road, costs] of chunkCosts) costs.push(await measureChunks(open, road))
  }
  return [...byRoad].map(([road, found]) => {
    const of = (key: Exclude<keyof Round, 'problems'>) => median(found.map((one) => one[key]))
    return {
      road,
      questions,
      cpuMs: of('cpuMs'),
      databaseMs: of('databaseMs'),
      walBytes: of('walBytes'),
      commits: of('commits'),
      cpuPerThousandChunks: median(chunkCosts.get(road) ?? []),
      hotShareOfTurn: of('hotShareOfTurn'),
      hotShareOfChat: of('hotShareOfChat'),
      problems: [...new Set(found.flatMap(({ problems }) => problems))],
    }
  })
}

type Round = Omit<QuestionsMeasured, 'road' | 'questions' | 'cpuPerThousandChunks'>

async function measureRound(roads: Roads, road: Road, database: Database): Promise<Round> {
  const server = roads.atrium(road).processes
  const before = { ...(await counters(database)), cpu: cpuSeconds(server), db: databaseCpuSeconds(server) }
  const { answers } = await roads.ask(road, questions)
  await atRest(server)
  const cpu = cpuSeconds(server) - before.cpu
  const databaseCpu = databaseCpuSeconds(server) - before.db
  // A process reports its counters at most once a second.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const after = await counters(database)
  const grown = (key: keyof Counters) => after[key] - before[key]
  return {
    cpuMs: (cpu / questions) * 1_000,
    databaseMs: (databaseCpu / questions) * 1_000,
    walBytes: grown('wal') / questions,
    commits: grown('commits') / questions,
    hotShareOfTurn: grown('turnHot') / grown('turnUpdates'),
    hotShareOfChat: grown('chatHot') / grown('chatUpdates'),
    problems: answers.flatMap(({ problem }) => problem ?? []),
  }
}

/** Measures a few seconds in which answers only stream: questions are asked for 1.8 s before, and the first ends after ten. */
async function measureChunks(roads: Roads, road: Road): Promise<number> {
  const server = roads.atrium(road).processes
  const asked = roads.ask(road, longAnswers, longModelId)
  await delay(3_000)
  const [from, cpu] = [Date.now(), cpuSeconds(server)]
  await delay(5_000)
  const [until, cpuAfter] = [Date.now(), cpuSeconds(server)]
  const { answers } = await asked
  const chunks = answers.flatMap(({ wordsAt }) => wordsAt).filter((at) => at >= from && at < until).length
  await atRest(server)
  return ((cpuAfter - cpu) / chunks) * 1_000
}

type Counters = Record<'wal' | 'commits' | 'turnUpdates' | 'turnHot' | 'chatUpdates' | 'chatHot', number>

async function counters({ pool }: Database): Promise<Counters> {
  const { rows } = await pool.query<Record<keyof Counters, string>>(`
    select pg_current_wal_lsn() - '0/0'::pg_lsn as wal, database.xact_commit as commits, turn.n_tup_upd as "turnUpdates",
      turn.n_tup_hot_upd as "turnHot", chat.n_tup_upd as "chatUpdates", chat.n_tup_hot_upd as "chatHot"
    from pg_stat_database as database, pg_stat_user_tables as turn, pg_stat_user_tables as chat
    where database.datname = current_database() and turn.relname = 'turn' and chat.relname = 'chat'`)
  return Object.fromEntries(
    Object.entries(rows[0] ?? {}).map(([key, value]) => [key, Number(value)]),
  ) as Counters
}
