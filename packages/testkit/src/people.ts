import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { type AccountId, type AccountRole, mintId, type UserId } from '@atrium/contract'
import { createAccount, type OnOpened, type Plans, readPlans } from '@atrium/server/accounts/index.ts'
import type { Database } from '@atrium/server/platform/database/index.ts'
import { sql } from 'kysely'

/** The file of plans for tests: 'Basic' without, 'Team' with reports and documents. */
export const testPlansFile = path.join(import.meta.dirname, '../plans.yaml')
export const testPlans: Plans = readPlans(testPlansFile)

/** A person in the database, verified and with the terms accepted, who cannot sign in. */
export async function insertPerson(database: Database, name = 'Kim Example'): Promise<UserId> {
  const userId = mintId('user')
  const [firstName, ...lastNames] = name.split(' ')
  await sql`
    with person as (
      insert into identity_user (id, name, email, email_verified)
      values (${userId}, ${name}, ${`${randomBytes(6).toString('hex')}@example.com`}, true) returning id)
    insert into user_profile (user_id, first_name, last_name, terms_accepted_at)
    select id, ${firstName}, ${lastNames.join(' ')}, now() from person`.execute(database.kysely)
  return userId
}

export interface TestAccount {
  accountId: AccountId
  ownerId: UserId
}

/** A new person with their own account, created by the product's own verb. */
export async function openTestAccount(
  database: Database,
  onOpened: readonly OnOpened[] = [],
): Promise<TestAccount> {
  const ownerId = await insertPerson(database, 'Olu Owner')
  const ports = { database, plans: testPlans, mainApiUrl: '/api', onOpened }
  const account = await createAccount(ports, ownerId, { name: 'Test account' })
  return { accountId: account.id, ownerId }
}

/** Another person who has joined the account. */
export async function insertMember(
  database: Database,
  accountId: AccountId,
  role: AccountRole = 'member',
): Promise<UserId> {
  const userId = await insertPerson(database, 'Mira Member')
  await database.kysely
    .insertInto('membership')
    .values({ account_id: accountId, user_id: userId, role })
    .execute()
  return userId
}
