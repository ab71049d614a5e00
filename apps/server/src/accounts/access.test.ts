import { type AccountRole, mintId, type UserId } from '@atrium/contract'
import { addCrowd, type Crowd } from '@atrium/testkit/crowd.ts'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { insertMember, openTestAccount, type TestAccount } from '@atrium/testkit/people.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { inTenant } from '../platform/database/index.ts'
import { lockAccountEditor, membershipOf, outsidersAmong, requireAccountEditor, roleIn } from './access.ts'

let testDatabase: TestDatabase
let mine: TestAccount
let deleted: TestAccount
let crowd: Crowd
let people: Record<'owner' | 'admin' | 'member' | 'invited' | 'outsider' | 'nobody', UserId>
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseHost'), { maxConnections: 4 })
  const { database } = testDatabase
  ;[mine, deleted] = [await openTestAccount(database), await openTestAccount(database)]
  crowd = await addCrowd(database, mine.accountId)
  people = {
    owner: mine.ownerId,
    admin: await insertMember(database, mine.accountId, 'admin'),
    member: await insertMember(database, mine.accountId),
    invited: crowd.invitedId,
    outsider: crowd.other.ownerId,
    nobody: mintId('user'),
  }
  await sql`update account set deleted_at = now() where id = ${deleted.accountId}`.execute(database.kysely)
})
afterAll(() => testDatabase.drop())

const roles: [person: keyof typeof people, role: AccountRole | null][] = [
  ['owner', 'owner'],
  ['admin', 'admin'],
  ['member', 'member'],
  ['invited', null],
  ['outsider', null],
  ['nobody', null],
]
const refusals = { owner: null, admin: null, member: 'FORBIDDEN' } as const
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code: string }) => error.code,
  )

test.each(roles)('PERM-01 the role of %s in the account is %s', async (person, role) => {
  expect(await roleIn(testDatabase.database, mine.accountId, people[person])).toBe(role)
})

test.each(roles)(
  'PERM-01 R01 only the owner and admins edit an account: %s, who is %s',
  async (person, role) => {
    const actor = { accountId: mine.accountId, userId: people[person] }
    const refusal = role ? refusals[role] : 'NOT_FOUND'
    for (const policy of [requireAccountEditor, lockAccountEditor])
      expect(await codeOf(inTenant(testDatabase.database, actor, (trx) => policy(trx, actor)))).toBe(refusal)
  },
)

test('R15 nobody has a role in a deleted account', async () => {
  const actor = { accountId: deleted.accountId, userId: deleted.ownerId }
  expect(await roleIn(testDatabase.database, deleted.accountId, deleted.ownerId)).toBeNull()
  for (const policy of [requireAccountEditor, lockAccountEditor])
    expect(await codeOf(inTenant(testDatabase.database, actor, (trx) => policy(trx, actor)))).toBe(
      'NOT_FOUND',
    )
})

test('an editor cannot be removed or demoted during their change', async () => {
  const actor = { accountId: mine.accountId, userId: people.admin }
  await inTenant(testDatabase.database, actor, async (trx) => {
    await lockAccountEditor(trx, actor)
    const demoted = testDatabase.database.kysely.transaction().execute(async (other) => {
      await sql`set local lock_timeout = '50ms'`.execute(other)
      await sql`update membership set role = 'member' where user_id = ${people.admin}`.execute(other)
    })
    await expect(demoted).rejects.toThrow(/lock timeout/)
  })
})

test('people without a membership are distinguished from members, each in their own account', async () => {
  const { other } = crowd
  const at = (accountId: typeof mine.accountId, userId: UserId) => ({ accountId, userId })
  const insiders = [
    at(mine.accountId, people.owner),
    at(mine.accountId, people.member),
    at(other.accountId, other.ownerId),
    at(other.accountId, other.memberId),
  ]
  const outsiders = [
    at(mine.accountId, people.invited),
    at(mine.accountId, people.outsider),
    at(other.accountId, people.owner),
    at(deleted.accountId, deleted.ownerId),
    at(mine.accountId, people.nobody),
  ]
  const found = await outsidersAmong(testDatabase.database, [...insiders, ...outsiders])
  expect(found).toHaveLength(outsiders.length)
  expect(found).toEqual(expect.arrayContaining(outsiders))
})

test.each(roles)('the membership of %s is found as long as they have joined: %s', async (person, role) => {
  const isMember = async ({ accountId }: TestAccount, userId: UserId) =>
    (
      await sql<{
        is: boolean
      }>`select exists (${membershipOf(sql`${accountId}::text`, sql`${userId}::text`)}) as is`.execute(
        testDatabase.database.kysely,
      )
    ).rows[0]?.is
  expect(await isMember(mine, people[person])).toBe(role !== null)
  expect(await isMember(deleted, deleted.ownerId)).toBe(false)
})
