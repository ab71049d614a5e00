import { mintId, type UserId } from '@atrium/contract'
import { openTestAccount, startWorld, testPlans, type World } from '@atrium/testkit'
import { checkInvariants } from '@atrium/testkit'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { createLogWriter } from '../../answers/write/log-writer.ts'
import { appendToLogs } from '../../chats/index.ts'
import { auditLedger, grantMonth, monthOf } from '../../credits/index.ts'
import { connect } from '../../platform/database/index.ts'
import { createLog } from '../../platform/log.ts'
import { createUnsubscribeLinks } from '../../platform/mail/unsubscribe-links.ts'
import { createGeneralRoom } from '../../rooms/index.ts'
import { startScheduleWork } from './run-schedules.ts'

const kills = Number(process.env['ATRIUM_SCHEDULE_KILLS'] ?? 12)
const schedules = 6

let world: World
beforeAll(async () => {
  // Its own work would run the schedules.
  world = await startWorld({
    databaseHost: inject('databaseHost'),
    environment: { ATRIUM_ROLES: 'web', DATABASE_URL: 'postgres://nobody@localhost/unused' },
  })
  world.model.script('test-model', [{ text: 'Tea.' }, { finish: 'stop' }])
})
afterAll(() => world.close())

const quiet = createLog({ level: 'silent' })
const query = async <Row>(text: string, values: unknown[] = []) =>
  (await world.database.pool.query(text, values)).rows as Row[]

/** A process that runs schedules, with connections of its own. Killed, it can neither read nor write any more. */
function startProcess() {
  const database = connect(world.address, { log: quiet, maxConnections: 4 })
  const siteUrl = 'https://atrium.example'
  const work = startScheduleWork({
    ...world.app.ports,
    nodeId: mintId('session'),
    database,
    log: quiet,
    running: Object.assign(new Map(), { added: 0 }),
    logWriter: createLogWriter({
      append: (batches) => appendToLogs(database, batches),
      log: quiet,
      countRunning: () => 1,
    }),
    siteUrl,
    unsubscribe: createUnsubscribeLinks({ secret: world.secret, siteUrl }),
    downtimeEnd: () => null,
    isStopping: () => false,
  })
  return {
    async kill() {
      const clients = (database.pool as unknown as { _clients: { processID?: number }[] })._clients
      const pids = clients.flatMap(({ processID }) => processID ?? [])
      void database.close().catch(() => undefined)
      await query('select pg_terminate_backend(pid) from unnest($1::int[]) as dead (pid)', [pids])
      void work.stop().catch(() => undefined)
      // The leases of a process that is known to be dead.
      await query(`update schedule_run set lease_expires_at = '-infinity' where state = 'waiting'`)
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
  const rule = { interval: 'daily', time: '08:00', timeZone: 'UTC', weekday: 1, dayOfMonth: 1 }
  for (let number = 0; number < schedules; number += 1)
    await query(
      `insert into schedule (account_id, id, room_id, user_id, title, question, rule, next_run_at)
       select $1, $2, room.id, $3, 'Tea', $4, $5, now() - interval '3 days' from room where room.account_id = $1`,
      [
        accountId,
        mintId('schedule'),
        ownerId as UserId,
        JSON.stringify({ text: `Which tea is number ${number}?`, modelId: 'test-model', style: 'quick' }),
        JSON.stringify(rule),
      ],
    )
  return accountId
}

test(
  `JOB-03 with ${kills} of two processes killed, what is due runs once, with one turn and one charge`,
  { timeout: 120_000 + kills * 5_000 },
  async () => {
    const accountId = await openAccount()
    const processes = [startProcess(), startProcess()]
    let due = schedules
    for (let killed = 0; killed < kills; killed += 1) {
      await new Promise((resolve) => setTimeout(resolve, (killed * 37) % 400))
      const [victim] = processes.splice(killed % 2, 1)
      await victim?.kill()
      processes.push(startProcess())
      const ended = await query<{ count: number }>(
        `select count(*)::int as count from schedule_run where state in ('succeeded', 'failed')`,
      )
      if (ended[0]?.count !== due) continue
      // All of them again.
      await query(`update schedule set next_run_at = now() - interval '1 hour'`)
      due += schedules
    }
    await vi.waitFor(
      async () =>
        expect(
          await query(
            `select count(*)::int as runs from schedule_run where state in ('succeeded', 'failed')`,
          ),
        ).toEqual([{ runs: due }]),
      { timeout: 60_000, interval: 200 },
    )
    await Promise.all(processes.map((one) => one.stop()))
    process.stdout.write(`${kills} processes killed, ${due} runs\n`)
    const runs = await query<{ turns: number; chats: number; holds: number; charges: number }>(
      `select (select count(*)::int from turn where turn.chat_id = run.chat_id) as turns,
        (select count(*)::int from chat where chat.id = run.chat_id) as chats,
        (select count(*)::int from credit_hold where credit_hold.turn_id = run.turn_id) as holds,
        (select count(*)::int from credit_entry where reference = run.turn_id and kind = 'charge') as charges
       from schedule_run as run where account_id = $1`,
      [accountId],
    )
    expect(runs).toHaveLength(due)
    for (const run of runs) {
      expect(run).toMatchObject({ turns: 1, chats: 1, holds: 1 })
      expect(run.charges).toBeLessThanOrEqual(2)
    }
    expect(await query('select sum(run_count)::int as runs from schedule')).toEqual([{ runs: due }])
    expect(await auditLedger(world.database)).toEqual([])
    expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
  },
)
