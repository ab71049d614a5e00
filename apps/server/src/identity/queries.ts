import { randomUUID } from 'node:crypto'
import { type Language, mintId, type UserId } from '@atrium/contract'
import type { Database, Transaction } from '../platform/database/index.ts'

type Queryable = Pick<Transaction, 'selectFrom'> | Database['kysely']

const providerOfPasswords = 'credential'

export type KnownUser = {
  userId: UserId
  emailVerified: boolean
  passwordHash: string | null
  language: Language | null
}

/** Who has the address, with the hash of their password; undefined when nobody. `email` in small letters. */
export const findByEmail = (database: Queryable, email: string): Promise<KnownUser | undefined> =>
  database
    .selectFrom('identity_user')
    .innerJoin('user_profile', 'user_profile.user_id', 'identity_user.id')
    .leftJoin('identity_credential', (join) =>
      join
        .onRef('identity_credential.user_id', '=', 'identity_user.id')
        .on('identity_credential.provider_id', '=', providerOfPasswords),
    )
    .select([
      'identity_user.id as userId',
      'identity_user.email_verified as emailVerified',
      'identity_credential.password as passwordHash',
      'user_profile.language',
    ])
    .where((where) => where(where.fn('lower', ['identity_user.email']), '=', email))
    .executeTakeFirst()

/** The hash of a user's password; null for those who have none. */
export async function passwordHashOf(database: Queryable, userId: UserId): Promise<string | null> {
  const row = await database
    .selectFrom('identity_credential')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', providerOfPasswords)
    .executeTakeFirst()
  return row?.password ?? null
}

export type NewPerson = {
  email: string
  firstName: string
  lastName: string
  language: Language | null
  passwordHash: string
}

/** Adds somebody whose address is not confirmed yet. */
export async function insertPerson(transaction: Transaction, person: NewPerson): Promise<void> {
  const userId = mintId('user')
  await transaction
    .insertInto('identity_user')
    .values({ id: userId, name: `${person.firstName} ${person.lastName}`, email: person.email, image: null })
    .execute()
  await transaction
    .insertInto('user_profile')
    .values({
      user_id: userId,
      first_name: person.firstName,
      last_name: person.lastName,
      language: person.language,
    })
    .execute()
  await setPassword(transaction, userId, person.passwordHash)
}

/** Somebody signs up again before having confirmed: name and password are those given last. */
export async function replaceUnconfirmedPerson(
  transaction: Transaction,
  userId: UserId,
  person: NewPerson,
): Promise<void> {
  await renameUser(transaction, userId, person)
  await transaction
    .updateTable('user_profile')
    .set({ first_name: person.firstName, last_name: person.lastName, language: person.language })
    .where('user_id', '=', userId)
    .execute()
  await setPassword(transaction, userId, person.passwordHash)
}

export async function setPassword(
  transaction: Transaction,
  userId: UserId,
  passwordHash: string,
): Promise<void> {
  const updated_at = new Date()
  await transaction
    .insertInto('identity_credential')
    .values({
      id: randomUUID(),
      user_id: userId,
      account_id: userId,
      provider_id: providerOfPasswords,
      password: passwordHash,
      updated_at,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password: passwordHash, updated_at }),
    )
    .execute()
}

export async function confirmEmail(transaction: Transaction, userId: UserId): Promise<void> {
  await transaction
    .updateTable('identity_user')
    .set({ email_verified: true, updated_at: new Date() })
    .where('id', '=', userId)
    .execute()
}

/** `picture` is its address, null for none. */
export async function changePicture(
  transaction: Transaction,
  userId: UserId,
  picture: string | null,
): Promise<void> {
  await transaction
    .updateTable('identity_user')
    .set({ image: picture, updated_at: new Date() })
    .where('id', '=', userId)
    .execute()
}

export async function renameUser(
  transaction: Transaction,
  userId: UserId,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<void> {
  await transaction
    .updateTable('identity_user')
    .set({ name: `${firstName} ${lastName}`, updated_at: new Date() })
    .where('id', '=', userId)
    .execute()
}
