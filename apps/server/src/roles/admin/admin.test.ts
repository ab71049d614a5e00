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
import { StartError } from '../../platform/start-error.ts'
import { runCommand } from './run-command.ts'

let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp()
})
afterAll(() => world.close())

const secret = 'd2f1e8b30d4f5697b8e9fa11223344556677889900bbccddeeff112233445566'

/** The command's settings: the world's database. */
function settings(): Record<string, string> {
  const { host, user, database } = world.address as { host: string; user: string; database: string }
  return {
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    ATRIUM_SECRET: secret,
    ATRIUM_PLANS_FILE: testPlansFile,
  }
}

/** Runs a command in this process: each process of its own would load the program again, which takes seconds. */
const admin = (...args: string[]): Promise<string> => runCommand(args, settings())

/** Runs a command as an operator does. */
async function adminProcess(...args: string[]): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts'), ...args], {
    env: { PATH: process.env['PATH'], ...nodeSettings, ...settings() },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

test('an operator makes a person a system administrator from the command line', async () => {
  expect((await call('getUserInfo', kim.api)).message.isSystemAdmin).toBe(false)
  const made = await adminProcess('make-admin', kim.email.toUpperCase())
  expect(made).toMatchObject({ code: 0 })
  expect((await call('getUserInfo', kim.api)).message.isSystemAdmin).toBe(true)
  const unknown = await adminProcess('make-admin', 'nobody@example.com')
  expect(unknown).toEqual({ code: 1, said: 'Nobody has signed up as nobody@example.com.\n' })
})

test('a wrong command prints the usage and fails', async () => {
  const { code, said } = await adminProcess('delete-all')
  expect(code).toBe(1)
  expect(said).toMatch(/^Commands:\n/)
})

test('an operator finds people from the command line, with state, role and accounts', async () => {
  const found = await admin('people', kim.email.toUpperCase())
  expect(found).toContain(`<${kim.email}> · active · system administrator · last seen `)
  expect(found).toContain("Kim's team (owner)")
  expect(await admin('people', 'zebulon')).toBe('Nobody matches zebulon.')
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
  await admin('plan', kim.accountId, 'team')
  expect((await call('listAccounts', kim.api, {})).data[0]?.subscriptionPlan.name).toBe('Team')
  const raised = await creditsLeft()
  expect(raised[0]).toBeGreaterThan(member ?? 0)
  expect(raised[1]).toBeGreaterThan(team ?? 0)
  // A second time gives nothing, and a smaller plan takes nothing back.
  await admin('plan', kim.accountId, 'Team')
  expect(await creditsLeft()).toEqual(raised)
  await admin('plan', kim.accountId, 'Basic')
  expect(await creditsLeft()).toEqual(raised)
  await expect(admin('plan', kim.accountId, 'Gold')).rejects.toThrow('There are: Basic, Team')
  await expect(admin('plan', 'nobody', 'Team')).rejects.toThrow(/^There is no account called nobody\.$/)
})

test('PLAN-03 an operator grants an account one-time credits', async () => {
  const before = await creditsLeft()
  await admin('grant', kim.accountId, '500')
  expect(await creditsLeft()).toEqual(before.map((left) => Number(left) + 500))
  await expect(admin('grant', kim.accountId, '-5')).rejects.toThrow(StartError)
  expect(await auditLedger(world.database)).toEqual([])
})

test('PLAN-03 an operator grants an account monthly credits, and ends them', async () => {
  const before = await creditsLeft()
  expect(await admin('grant', kim.accountId, '70', 'monthly')).toContain('every month from now on')
  expect(await creditsLeft()).toEqual(before.map((left) => Number(left) + 70))
  expect(await admin('end-grants', kim.accountId)).toBe(
    "The monthly grants of Kim's team (1) end with this month.",
  )
  expect(await admin('end-grants', kim.accountId)).toBe("Kim's team has no monthly grants.")
  const { data: log } = await call('listAudit', kim.api, {
    params: { id: kim.accountId },
    query: { object_type: 'account' },
  })
  expect(log.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['account.grant-ended', 'account.credits-granted', 'account.plan-changed']),
  )
  expect(await auditLedger(world.database)).toEqual([])
})

test('without the former secret an operator can continue with a new one', async () => {
  await checkSecret(world.database, new Secret('a'.repeat(64)))
  const another = () => checkSecret(world.database, new Secret(secret))
  await expect(another()).rejects.toThrow('npm run admin -- new-secret')
  await admin('new-secret')
  await another()
})

test.each([[[]], [['make-admin']], [['new-secret', 'x']], [['delete-all']]])(
  'a wrong command (%j) throws the usage',
  async (args) => {
    await expect(admin(...args)).rejects.toThrow(/^Commands:\n/)
  },
)
