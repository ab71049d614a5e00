import { answerText, type FileId, mintId, tablesIn, type UserId } from '@atrium/contract'
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

/** How many workers are killed: at each kind of job, before and inside its steps. `npm run campaign:jobs` kills hundreds. */
const kills = Number(process.env['ATRIUM_JOB_KILLS'] ?? 36)
const seed = Number(process.env['ATRIUM_JOB_SEED'] ?? 1)
/** The jobs alternate between the kinds. */
const kinds = {
  research: { modelId: 'sandbox-researcher', steps: 12, modelSteps: 8, lastStep: 'check' },
  'file-summaries': { modelId: 'sandbox-writer', steps: 10, modelSteps: 9, lastStep: 'overview' },
  'table-run': { modelId: 'sandbox-writer', steps: 9, modelSteps: 8, lastStep: null },
  translation: { modelId: 'sandbox-writer', steps: 9, modelSteps: 8, lastStep: null },
  'data-analysis': { modelId: 'sandbox-writer', steps: 13, modelSteps: 8, lastStep: 'check' },
} as const
const filesOfRoom = 8
/** Analyses that the sandbox plans for a table with figures, names and days. */
const analyses = 3
/** Rows of a table that are asked at the same time. */
const rowsAtOnce = 2
/** Parts of a document that a translation asks for at the same time, and paragraphs of which each is a part. */
const partsAtOnce = 3
const paragraphs = 8
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
    running: Object.assign(new Map(), { added: 0 }),
    logWriter: createLogWriter({
      append: (batches) => appendToLogs(database, batches),
      log: quiet,
      countRunning: () => 1,
    }),
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
  const roomId = rooms.rows[0]?.id ?? null
  await addFiles(accountId, roomId)
  const table = `a,b\n${Array.from({ length: 8 }, (_, row) => `${row + 2},3`).join('\n')}\n`
  const tableId = await addUnindexed({ accountId, roomId }, 'numbers.csv', table)
  const sales = 'day,region,amount\n2026-01-03,North,1250.5\n2026-02-04,South,800\n2026-02-05,North,49.5\n'
  const salesId = await addUnindexed({ accountId, roomId }, 'sales.csv', sales)
  const document = Array.from(
    { length: paragraphs },
    (_, index) => `Paragraph ${index + 1} ${pace} ${'word '.repeat(400)}`,
  )
  const documentId = await addUnindexed({ accountId, roomId }, 'care.txt', document.join('\n\n'))
  return { accountId, userId: ownerId as UserId, roomId, tableId, salesId, documentId }
}

/** Files of the room, as a worker has read them. */
async function addFiles(accountId: string, roomId: string | null): Promise<void> {
  for (let number = 1; number <= filesOfRoom; number += 1) {
    const fileId = mintId('file')
    const name = `probe-${number}.txt`
    await sql`
      with stored as (
        insert into room_file (account_id, id, room_id, storage_key, name, content_type, size_bytes, stored_at, index_requested)
        values (${accountId}, ${fileId}, ${roomId}, ${fileId}, ${name}, 'text/plain', 60, now(), true)),
      indexed as (
        insert into indexed_file (account_id, file_id, scope_id, storage_key, name, status, passages, words, tokens)
        values (${accountId}, ${fileId}, ${roomId}, ${fileId}, ${name}, 'COMPLETED', 1, 8, 12) returning account_id, file_id)
      insert into passage (account_id, file_id, position, text, place, words, tokens)
      select account_id, file_id, 0, ${`Oxygen probe ${number} is calibrated every ${number} months.`}, '{}', 8, 12 from indexed`.execute(
      world.database.kysely,
    )
  }
}

type Place = { accountId: string; roomId: string | null }

/** A file of the room that is not indexed: the summaries don't read it. */
async function addUnindexed({ accountId, roomId }: Place, name: string, text: string): Promise<FileId> {
  const fileId = mintId('file')
  const bytes = Buffer.from(text)
  const contentType = name.endsWith('.csv') ? 'text/csv' : 'text/plain'
  await world.app.ports.storage.put(fileId, bytes, { contentType, maxBytes: bytes.byteLength + 1 })
  await sql`
    insert into room_file (account_id, id, room_id, storage_key, name, content_type, size_bytes, stored_at)
    values (${accountId}, ${fileId}, ${roomId}, ${fileId}, ${name}, ${contentType}, ${bytes.length}, now())`.execute(
    world.database.kysely,
  )
  return fileId
}

/** How fast the sandbox's models answer. */
const pace = '[[sandbox:late=8,rate=max]]'

const order = ['research', 'file-summaries', 'table-run', 'translation', 'data-analysis'] as const
const kindOf = (number: number): keyof typeof kinds => order[number % order.length] ?? 'research'

async function ask(member: Awaited<ReturnType<typeof openAccount>>, number: number) {
  const turnId = mintId('turn')
  const kind = kindOf(number)
  const question =
    kind === 'table-run' ? 'what is #{a}# * #{b}#?' : 'how often must oxygen probes be calibrated?'
  const text = `Job ${number}: ${question} ${pace}`
  const table = {
    ...{ fileId: member.tableId, of: 'room' as const, table: 0, firstRow: 1, rowCount: 500 },
    ...{ atOnce: rowsAtOnce, answerHeader: 'Answer' },
    values: ['a', 'b'].map((variable, column) => ({ variable, from: { kind: 'column' as const, column } })),
  }
  await askQuestion(world.app.ports, member, {
    chatId: mintId('chat'),
    turnId,
    parentTurnId: null,
    modelId: kinds[kind].modelId,
    style: 'quick',
    ask: { kind: 'question', messageId: mintId('message'), text },
    job: {
      budgetCredits: 1_000,
      ...(kind !== 'research' && { kind }),
      ...(kind === 'table-run' && { table }),
      ...(kind === 'translation' && {
        translation: { file: { fileId: member.documentId, of: 'room' }, language: 'fr' },
      }),
      ...(kind === 'data-analysis' && { analysis: { files: [{ fileId: member.salesId, of: 'room' }] } }),
    },
  })
  return { turnId, text, kind }
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
    let inside = 0
    let wasted = 0
    /** After which steps of which kind, with a job at work, a worker was killed. */
    const places = new Set<string>()
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
      if (random() < 0.5) {
        inside += 1
        await pause(random() * 20)
      }
      for (const [id, count] of await stepsDone())
        places.add(`${asked.find(({ turnId }) => turnId === id)?.kind} ${count}`)
      const running = world.model.requests().filter(({ state }) => state === 'running').length
      const [victim] = workers.splice(Math.floor(random() * workers.length), 1)
      await victim?.kill()
      killed += 1
      wasted += Math.max(running, atOnce * Math.max(rowsAtOnce, partsAtOnce))
      workers.push(await startWorker())
    }
    await Promise.all(workers.map((worker) => worker.stop()))

    process.stdout.write(
      `${killed} workers killed, ${killed - inside} right after a step and ${inside} later, at ${places.size} different steps; ${asked.length} jobs\n`,
    )
    const jobs = await sql<{
      turnId: string
      kind: keyof typeof kinds
      state: string
      keys: string[]
      spent: number
      charged: number
      parts: Parameters<typeof answerText>[0]
      written: string
      turnState: string
    }>`
      select agent_job.turn_id as "turnId", agent_job.kind, agent_job.state, turn.state as "turnState", turn.parts,
        (select array_agg(key order by position) from agent_job_step as step where step.job_id = agent_job.id) as keys,
        (select sum(cost_milli)::int from agent_job_step as step where step.job_id = agent_job.id) as spent,
        (select output ->> 'text' from agent_job_step as step where step.job_id = agent_job.id and key in ('check', 'overview')) as written,
        credit_hold.charged_milli as charged
      from agent_job join turn on turn.id = agent_job.turn_id join credit_hold on credit_hold.turn_id = agent_job.turn_id`.execute(
      world.database.kysely,
    )
    expect(jobs.rows).toHaveLength(asked.length)
    for (const job of jobs.rows) {
      expect(job).toMatchObject({ state: 'completed', turnState: 'answered' })
      const { steps, lastStep } = kinds[job.kind]
      expect(job.keys).toHaveLength(steps)
      expect(new Set(job.keys).size).toBe(steps)
      if (lastStep) expect(job.keys.at(-1)).toBe(lastStep)
      expect(job.charged).toBe(job.spent)
      const answer = answerText(job.parts)
      if (job.kind === 'research' || job.kind === 'data-analysis') expect(answer).toBe(job.written)
      if (job.kind === 'data-analysis') expect(tablesIn(job.parts)).toHaveLength(analyses)
      if (job.kind === 'file-summaries') {
        expect(answer.split(/^## /m)).toHaveLength(1 + filesOfRoom)
        expect(answer.startsWith(job.written)).toBe(true)
      }
      if (job.kind === 'table-run')
        expect(answer.split('\n').map((line) => /^\| (\d+) /.exec(line)?.[1])).toEqual([
          ...[undefined, undefined],
          ...Array.from({ length: 8 }, (_, row) => String(row + 1)),
        ])
      if (job.kind === 'translation')
        expect([...answer.matchAll(/\[fr\] Paragraph (\d+)/g)].map(([, number]) => Number(number))).toEqual(
          Array.from({ length: paragraphs }, (_, index) => index + 1),
        )
    }
    // The model got one request per finished step, and a second one only for steps that a kill interrupted.
    const calls = world.model.requests().at(-1)?.number ?? 0
    const needed = asked.reduce((sum, { kind }) => sum + kinds[kind].modelSteps, 0)
    process.stdout.write(`${needed} calls of models were needed, ${calls} were made\n`)
    expect(calls).toBeGreaterThanOrEqual(needed)
    expect(calls).toBeLessThanOrEqual(needed + wasted)
    expect(await auditLedger(world.database)).toEqual([])
    expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
  },
)
