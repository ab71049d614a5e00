import { randomUUID } from 'node:crypto'
import { fullName, type Language, mintId, type UserId } from '@atrium/contract'
import type { Database, Transaction } from '../platform/database/index.ts'

type Queryable = Pick<Transaction, 'selectFrom'> | Database['kysely']

const providerOfPasswords = 'credential'

export type KnownUser = {
  userId: UserId
  passwordHash: string | null
  language: Language | null
}

/** Returns the user of an address in lower case, with the hash of their password; undefined when there is none. */
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
      'identity_credential.password as passwordHash',
      'user_profile.language',
    ])
    .where((where) => where(where.fn('lower', ['identity_user.email']), '=', email))
    .executeTakeFirst()

/** Returns the hash of a user's password; null without one. */
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

/** Inserts a person with a proved address. */
export async function insertConfirmedPerson(transaction: Transaction, person: NewPerson): Promise<UserId> {
  const userId = mintId('user')
  await transaction
    .insertInto('identity_user')
    .values({
      id: userId,
      name: fullName(person),
      email: person.email,
      email_verified: true,
      image: null,
    })
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
  return userId
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

/** `picture` is its URL, null for none. */
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
    .set({ name: fullName({ firstName, lastName }), updated_at: new Date() })
    .where('id', '=', userId)
    .execute()
}
