import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { call, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { nodeSettings } from '../../../../../scripts/start/server-process.mjs'
import { testPlansFile } from '@atrium/testkit/people.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { auditLedger } from '../../credits/index.ts'
import { checkSecret } from '../../platform/config/installation.ts'
import { Secret } from '../../platform/config/secret.ts'

let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp()
})
afterAll(() => world.close())

const secret = 'd2f1e8b30d4f5697b8e9fa11223344556677889900bbccddeeff112233445566'

/** Runs the command as an operator does, on the world's database. */
async function admin(...args: string[]): Promise<{ code: number; said: string }> {
  const { host, user, database } = world.address as { host: string; user: string; database: string }
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts'), ...args], {
    env: {
      PATH: process.env['PATH'],
      ...nodeSettings,
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
      ATRIUM_SECRET: secret,
      ATRIUM_PLANS_FILE: testPlansFile,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

test('OPS-02 an operator makes a person a system administrator from the command line', async () => {
  expect((await call('getUserInfo', kim.api)).message.isSystemAdmin).toBe(false)
  expect(await admin('make-admin', kim.email.toUpperCase())).toMatchObject({ code: 0 })
  expect((await call('getUserInfo', kim.api)).message.isSystemAdmin).toBe(true)
  const unknown = await admin('make-admin', 'nobody@example.com')
  expect(unknown).toEqual({ code: 1, said: 'Nobody has signed up as nobody@example.com.\n' })
})

test('OPS-02 an operator finds people from the command line, with state, role and accounts', async () => {
  const found = await admin('people', kim.email.toUpperCase())
  expect(found).toMatchObject({ code: 0 })
  expect(found.said).toContain(`<${kim.email}> · active · system administrator · last seen `)
  expect(found.said).toContain("Kim's team (owner)")
  expect((await admin('people', 'zebulon')).said).toBe('Nobody matches zebulon.\n')
})

const creditsLeft = async () => {
  const { rows } = await world.database.pool.query(
    `select holder = 'team' as team, available_milli / 1000 as left from credit_balance where account_id = $1 order by 1`,
    [kim.accountId],
  )
  return (rows as { left: number }[]).map(({ left }) => left)
}

test('PLAN-03 an operator sets the plan of an account, which raises the running month at once', async () => {
  const [member, team] = await creditsLeft()
  expect(await admin('plan', kim.accountId, 'team')).toMatchObject({ code: 0 })
  expect((await call('listAccounts', kim.api, {})).data[0]?.subscriptionPlan.name).toBe('Team')
  const raised = await creditsLeft()
  expect(raised[0]).toBeGreaterThan(member ?? 0)
  expect(raised[1]).toBeGreaterThan(team ?? 0)
  // A second time gives nothing, and a smaller plan takes nothing back.
  await admin('plan', kim.accountId, 'Team')
  expect(await creditsLeft()).toEqual(raised)
  await admin('plan', kim.accountId, 'Basic')
  expect(await creditsLeft()).toEqual(raised)
  expect((await admin('plan', kim.accountId, 'Gold')).said).toContain('There are: Basic, Team')
  expect((await admin('plan', 'nobody', 'Team')).said).toBe('There is no account called nobody.\n')
})

test('PLAN-03 an operator grants an account one-time credits', async () => {
  const before = await creditsLeft()
  expect(await admin('grant', kim.accountId, '500')).toMatchObject({ code: 0 })
  expect(await creditsLeft()).toEqual(before.map((left) => Number(left) + 500))
  expect((await admin('grant', kim.accountId, '-5')).code).toBe(1)
  expect(await auditLedger(world.database)).toEqual([])
})

test('PLAN-03 an operator grants an account monthly credits, and ends them', async () => {
  const before = await creditsLeft()
  expect((await admin('grant', kim.accountId, '70', 'monthly')).said).toContain('every month from now on')
  expect(await creditsLeft()).toEqual(before.map((left) => Number(left) + 70))
  expect((await admin('end-grants', kim.accountId)).said).toBe(
    "The monthly grants of Kim's team (1) end with this month.\n",
  )
  expect((await admin('end-grants', kim.accountId)).said).toBe("Kim's team has no monthly grants.\n")
  const { data: log } = await call('listAudit', kim.api, {
    params: { id: kim.accountId },
    query: { object_type: 'account' },
  })
  expect(log.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['account.grant-ended', 'account.credits-granted', 'account.plan-changed']),
  )
  expect(await auditLedger(world.database)).toEqual([])
})

test('OPS-03 without the former secret an operator can continue with a new one', async () => {
  await checkSecret(world.database, new Secret('a'.repeat(64)))
  const another = () => checkSecret(world.database, new Secret(secret))
  await expect(another()).rejects.toThrow('npm run admin -- new-secret')
  expect(await admin('new-secret')).toMatchObject({ code: 0 })
  await another()
})

test.each([[[]], [['make-admin']], [['new-secret', 'x']], [['delete-all']]])(
  'a wrong command (%j) prints the usage',
  async (args) => {
    const { code, said } = await admin(...args)
    expect(code).toBe(1)
    expect(said).toMatch(/^Commands:\n/)
  },
)
