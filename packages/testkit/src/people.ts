import { randomBytes } from 'node:crypto'
import { type AccountId, type AccountRole, mintId, type UserId } from '@atrium/contract'
import { createAccount, parsePlans, type OnOpened, type Plans } from '@atrium/server/accounts/index.ts'
import type { Database } from '@atrium/server/platform/database/index.ts'
import { sql } from 'kysely'

/** Plans for tests: 'Basic' without, 'Team' with reports and documents. */
export const testPlans: Plans = parsePlans(
  `default: Basic
plans:
  - { name: Basic, rag_allowed: false, enable_reports: false, monthly_credits: { team: 200, member: 200 }, price: { USD: 0, INR: 0 } }
  - { name: Team, rag_allowed: true, enable_reports: true, monthly_credits: { team: 2000, member: 500 }, price: { USD: 4900, INR: 399900 } }
`,
  'plans for tests',
)

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

/** A new person with an account of their own, made by the product's own verb. */
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
