import { contract, type Endpoint, type EndpointName, type SystemAuditAction } from '@atrium/contract'
import { call, send, startWorld, systemAdminEmail, type TestPerson, type World } from '@atrium/testkit'
import { mintId } from '@atrium/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

let world: World
let admin: TestPerson
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  admin = await world.signUp({ name: 'Sam System', email: systemAdminEmail, withAccount: false })
  kim = await world.signUp({ name: 'Kim Keeper' })
})
afterAll(() => world.close())

const log = async (query: Record<string, string> = {}) =>
  (await call('listSystemAudit', admin.api, { query })).data
const newest = async () => (await log()).entries[0] ?? expect.fail('nothing was recorded')
const csv = async (query = {}) => (await send(contract.exportSystemAudit, admin.api, { query })).text()

/** How every change by a system administrator is recorded: by an action, or a kind of them; or why it is not. */
const recorded: Partial<Record<EndpointName, SystemAuditAction | `${string}.*` | { not: string }>> = {
  addProvider: 'provider.added',
  changeProvider: 'provider.*',
  removeProvider: 'provider.removed',
  testProvider: { not: 'changes nothing' },
  timeModel: { not: 'changes nothing' },
  changeSystemSettings: 'setting.*',
  testMail: { not: 'changes nothing' },
  testWebSearch: { not: 'changes nothing' },
  stopMailTo: 'mail.stopped',
  resumeMailTo: 'mail.resumed',
  changeNotices: 'notice.*',
  forceSignOut: 'notice.forced-sign-out',
  clearForcedSignOut: 'notice.forced-sign-out-cleared',
  uploadNoticePicture: { not: 'nobody sees a picture until a notice has it' },
  inviteWaitingPerson: 'sign-up.invited',
  removeWaitingPerson: 'sign-up.removed',
  decideSystemCreditRequest: 'account.*',
  changeAccountPlan: 'account.plan-changed',
  grantAccountCredits: 'account.credits-granted',
  endMonthlyGrant: 'account.grant-ended',
  suspendAccount: 'account.suspended',
  reinstateAccount: 'account.reinstated',
  deleteSystemAccount: 'account.deleted',
  restoreSystemAccount: 'account.restored',
  endAccountSessions: 'account.sessions-ended',
  changeSystemAdmin: 'person.*',
  endPersonSessions: 'person.sessions-ended',
  suspendPerson: 'person.suspended',
  reinstatePerson: 'person.reinstated',
  deletePerson: 'person.deleted',
  restorePerson: 'person.restored',
  unlockPerson: 'person.unlocked',
}

test('every call by which a system administrator changes something is in the list of recorded acts', () => {
  const changing = Object.values(contract as Record<string, Endpoint>)
    .filter(({ caller, method }) => caller === 'system-admin' && method !== 'GET')
    .map(({ name }) => name)
  expect(Object.keys(recorded).toSorted()).toEqual(changing.toSorted())
})

test('acts are recorded with who, when, what, before and after, and never a password', async () => {
  await call('changeSystemSettings', admin.api, { body: { signUp: 'invited-only' } })
  expect(await newest()).toMatchObject({
    actorId: admin.userId,
    actorName: 'Sam System',
    action: 'setting.sign-up',
    details: { from: 'open', to: 'invited-only' },
  })
  const mail = {
    host: 'mail.example.com',
    port: 587,
    security: 'starttls' as const,
    username: 'atrium',
    password: 'Very-Secret-Password-7',
    from: 'atrium@example.com',
  }
  await call('changeSystemSettings', admin.api, { body: { mail } })
  expect(await newest()).toMatchObject({ action: 'setting.mail', details: { to: 'mail.example.com:587' } })
  await call('changeAccountPlan', admin.api, {
    params: { id: kim.accountId },
    body: { planName: 'Team' },
  })
  expect(await newest()).toMatchObject({
    action: 'account.plan-changed',
    account: { id: kim.accountId, name: "Kim's team" },
    details: { from: 'Basic', to: 'Team' },
  })
  const grant = { id: mintId('grant'), credits: 5, frequency: 'monthly' as const, reason: 'A busy month' }
  await call('grantAccountCredits', admin.api, { params: { id: kim.accountId }, body: grant })
  expect(await newest()).toMatchObject({ action: 'account.credits-granted', details: { credits: 5 } })
  await call('stopMailTo', admin.api, { body: { address: 'Gus@example.com' } })
  expect(await newest()).toMatchObject({ action: 'mail.stopped', personName: 'gus@example.com' })
  const words = { timerMessage: 'Soon', dialogTitle: 'Soon', dialogMessage: 'Soon' }
  const start = new Date(Date.now() + 86_400_000).toISOString()
  const end = new Date(Date.now() + 90_000_000).toISOString()
  await call('changeNotices', admin.api, {
    body: { downtime: { downTimeStart: start, downTimeEnd: end, notificationWindowHours: 2, ...words } },
  })
  expect(await newest()).toMatchObject({ action: 'notice.downtime', details: { from: null } })
  await call('suspendPerson', admin.api, { params: { userId: kim.userId }, body: { reason: 'Test' } })
  expect(await newest()).toMatchObject({ action: 'person.suspended', personName: 'Kim Keeper' })
  expect(JSON.stringify(await log())).not.toContain('Very-Secret')
})

test('the log is filtered by person, kind and time, and paged', async () => {
  expect((await log({ kind: 'setting' })).entries.map(({ action }) => action)).toEqual([
    'setting.mail',
    'setting.sign-up',
  ])
  expect((await log({ actor: kim.userId })).count).toBe(0)
  const { count, actors } = await log({ actor: admin.userId })
  expect([count, actors]).toEqual([7, [{ id: admin.userId, name: 'Sam System' }]])
  const last = (await log({ page: '7', page_size: '1' })).entries
  expect(last.map(({ action }) => action)).toEqual(['setting.sign-up'])
  expect((await log({ to: '2001-01-01T00:00:00Z' })).count).toBe(0)
  expect((await log({ from: '2001-01-01T00:00:00Z' })).count).toBe(7)
})

test('the exported log has no formulas, and its export is recorded', async () => {
  await world.database.pool.query(`update account set name = '=HYPERLINK("x")' where id = $1`, [
    kim.accountId,
  ])
  const text = await csv({ kind: 'account' })
  expect(text).toContain('account.plan-changed')
  expect(text).toContain(`"'=HYPERLINK(""x"")"`)
  expect((await newest()).action).toBe('log.exported')
})

test('entries cannot be read, changed or deleted by the role of tenants', async () => {
  for (const statement of [
    'select 1 from system_audit_entry',
    `update system_audit_entry set action = 'none'`,
    'delete from system_audit_entry',
  ]) {
    const client = await world.database.pool.connect()
    await client.query('begin; set local role atrium_app')
    await expect(client.query(statement), statement).rejects.toThrow('permission denied')
    await client.query('rollback')
    client.release()
  }
})
