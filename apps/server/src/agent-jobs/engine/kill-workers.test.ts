import { answerText, mintId, type UserId } from '@atrium/contract'
import { checkInvariants, openTestAccount, startWorld, testPlans, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { askQuestion } from '../../answers/ask-question.ts'
import { createLogWriter } from '../../answers/write/log-writer.ts'
import { appendToLogs } from '../../chats/index.ts'
import { auditLedger, grantMonth, monthOf } from '../../credits/index.ts'
import { connect } from '../../platform/database/index.ts'
import { createLog } from '../../platform/log.ts'
import { createGeneralRoom } from '../../rooms/index.ts'
import { freeDeadJobs } from '../free-dead-jobs.ts'
import { createJobRunner } from './job-runner.ts'

/** How many workers are killed; the campaign kills more. */
const kills = Number(process.env['ATRIUM_JOB_KILLS'] ?? 60)
const seed = Number(process.env['ATRIUM_JOB_SEED'] ?? 1)
const stepsOfJob = 12
const modelSteps = 8
/** As many as run at once for one person. */
const atOnce = 3
const workersAtOnce = 2

let world: World
beforeAll(async () => {
  // Its own worker would take the jobs.
  world = await startWorld({
    databaseHost: inject('databaseHost'),
    environment: { ATRIUM_ROLES: 'web', DATABASE_URL: 'postgres://nobody@localhost/unused' },
  })
})
afterAll(() => world.close())

/** Mulberry32, a small generator of reproducible numbers between 0 and 1. */
function randomBy(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const quiet = createLog({ level: 'silent' })
/** A process with connections and a data folder of its own. Killed, it can neither read nor write any more, like a process that died. */
async function startWorker() {
  const folderId = mintId('session')
  const database = connect(world.address, { log: quiet, maxConnections: 4 })
  const runner = createJobRunner({
    ...world.app.ports,
    nodeId: `${folderId}:worker`,
    database,
    log: quiet,
    running: new Map(),
    logWriter: createLogWriter({ append: (batches) => appendToLogs(database, batches), log: quiet }),
    wakeWorker: async () => {},
  })
  const work = await runner.startWork()
  return {
    async kill() {
      // Whatever runs at this moment is cut off by the server.
      const clients = (database.pool as unknown as { _clients: { processID?: number }[] })._clients
      const pids = clients.flatMap(({ processID }) => processID ?? [])
      void database.close().catch(() => undefined)
      await world.database.pool.query(
        'select pg_terminate_backend(pid) from unnest($1::int[]) as dead (pid)',
        [pids],
      )
      void work.stop().catch(() => undefined)
      await freeDeadJobs(world.database, { nodeId: 'the-next', folderId, isOnlyNode: false })
    },
    stop: () => work.stop().then(() => database.close()),
  }
}

async function openAccount() {
  const { accountId, ownerId } = await openTestAccount(world.database, [
    async (trx, account, owner) => void (await createGeneralRoom(trx, account, owner)),
    (trx, account, owner) =>
      grantMonth(trx, {
        accountId: account.id,
        plan: { ...testPlans.named('Basic'), monthly_credits: { team: 100_000, member: 100_000 } },
        period: monthOf(new Date()),
        userIds: [owner],
      }),
  ])
  const rooms = await sql<{ id: `room_${string}` }>`
    select id from room where account_id = ${accountId}`.execute(world.database.kysely)
  return { accountId, userId: ownerId as UserId, roomId: rooms.rows[0]?.id ?? null }
}

async function ask(member: Awaited<ReturnType<typeof openAccount>>, number: number) {
  const turnId = mintId('turn')
  const text = `Job ${number}: how often must oxygen probes be calibrated? [[sandbox:late=8,rate=max]]`
  await askQuestion(world.app.ports, member, {
    chatId: mintId('chat'),
    turnId,
    parentTurnId: null,
    modelId: 'sandbox-researcher',
    style: 'quick',
    ask: { kind: 'question', messageId: mintId('message'), text },
    job: { budgetCredits: 1_000 },
  })
  return { turnId, text }
}

const stepsDone = async (): Promise<Map<string, number>> => {
  const found = await sql<{ id: string; count: number }>`
    select agent_job.turn_id as id, count(agent_job_step.key)::int as count from agent_job
    left join agent_job_step on agent_job_step.account_id = agent_job.account_id and agent_job_step.job_id = agent_job.id
    where agent_job.ended_at is null group by agent_job.turn_id`.execute(world.database.kysely)
  return new Map(found.rows.map(({ id, count }) => [id, count]))
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test(
  `JOB-03 with ${kills} of two processes' workers killed, every job ends right, with each step once and one charge, and the provider agrees`,
  { timeout: 600_000 + kills * 5_000 },
  async () => {
    const random = randomBy(seed)
    const member = await openAccount()
    const asked: Awaited<ReturnType<typeof ask>>[] = []
    const workers = await Promise.all(Array.from({ length: workersAtOnce }, startWorker))
    let killed = 0
    let wasted = 0
    while (killed < kills || (await stepsDone()).size > 0) {
      while (killed < kills && (await stepsDone()).size < atOnce) asked.push(await ask(member, asked.length))
      const before = await stepsDone()
      // Each job has gained a step, or ended: no step is killed again and again.
      for (;;) {
        const now = await stepsDone()
        if ([...before].every(([id, count]) => (now.get(id) ?? Infinity) > count)) break
        await pause(2)
      }
      if (killed >= kills) continue
      // At the boundary of a step, or inside the next.
      if (random() < 0.5) await pause(random() * 20)
      const running = world.model.requests().filter(({ state }) => state === 'running').length
      const [victim] = workers.splice(Math.floor(random() * workers.length), 1)
      await victim?.kill()
      killed += 1
      wasted += Math.max(running, atOnce)
      workers.push(await startWorker())
    }
    await Promise.all(workers.map((worker) => worker.stop()))

    process.stdout.write(`${killed} workers killed, ${asked.length} jobs\n`)
    const jobs = await sql<{
      turnId: string
      state: string
      keys: string[]
      spent: number
      charged: number
      parts: Parameters<typeof answerText>[0]
      checked: string
      turnState: string
    }>`
      select agent_job.turn_id as "turnId", agent_job.state, turn.state as "turnState", turn.parts,
        (select array_agg(key order by position) from agent_job_step as step where step.job_id = agent_job.id) as keys,
        (select sum(cost_milli)::int from agent_job_step as step where step.job_id = agent_job.id) as spent,
        (select output ->> 'text' from agent_job_step as step where step.job_id = agent_job.id and key = 'check') as checked,
        credit_hold.charged_milli as charged
      from agent_job join turn on turn.id = agent_job.turn_id join credit_hold on credit_hold.turn_id = agent_job.turn_id`.execute(
      world.database.kysely,
    )
    expect(jobs.rows).toHaveLength(asked.length)
    for (const job of jobs.rows) {
      expect(job).toMatchObject({ state: 'completed', turnState: 'answered' })
      expect(job.keys).toHaveLength(stepsOfJob)
      expect(new Set(job.keys).size).toBe(stepsOfJob)
      expect(job.charged).toBe(job.spent)
      expect(answerText(job.parts)).toBe(job.checked)
    }
    // The model got one request per finished step, and a second one only for steps that a kill interrupted.
    const calls = world.model.requests().at(-1)?.number ?? 0
    expect(calls).toBeGreaterThanOrEqual(asked.length * modelSteps)
    expect(calls).toBeLessThanOrEqual(asked.length * modelSteps + wasted)
    expect(await auditLedger(world.database)).toEqual([])
    expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
  },
)
