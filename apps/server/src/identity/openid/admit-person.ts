import { randomUUID } from 'node:crypto'
import { type Language, mintId, type UserId } from '@atrium/contract'
import { advisoryLock, type Database, type Transaction } from '../../platform/database/index.ts'
import { confirmEmail, findByEmail, renameUser } from '../queries.ts'
import type { Tools } from '../tools.ts'
import { refuseSignUp } from '../sign-up-gate.ts'
import type { Awaited } from './begun-sign-ins.ts'
import type { ProvenPerson } from './proven-person.ts'

type Queryable = Pick<Transaction, 'selectFrom'> | Database['kysely']

/** The user whom issuer and subject name; the address in the token has no say. Null when they are not known here. */
export async function findBySubject(
  database: Queryable,
  { issuer, subject }: Pick<ProvenPerson, 'issuer' | 'subject'>,
): Promise<UserId | null> {
  const found = await database
    .selectFrom('identity_credential')
    .select('user_id')
    .where('provider_id', '=', issuer)
    .where('account_id', '=', subject)
    .executeTakeFirst()
  return found?.user_id ?? null
}

/** Ends the sign-in of somebody who is new here and may not sign up. */
export async function refuseStranger(tools: Tools, { person, inviteToken }: Awaited): Promise<void> {
  const holder = await findByEmail(tools.database.kysely, person.email)
  if (!holder?.emailVerified) await refuseSignUp(tools, person.email, inviteToken ?? undefined)
}

/**
 * Ties issuer and subject to a user, once and for ever: to the one who has confirmed the same address here, or to a new one.
 * The address must have been proved to be the person's.
 */
export async function admitPerson(
  { codes, mails, log }: Tools,
  transaction: Transaction,
  { person, language }: Awaited,
): Promise<UserId> {
  await lockAddress(transaction, person)
  await advisoryLock(transaction, `identity: openid ${person.issuer} ${person.subject}`)
  const known = await findBySubject(transaction, person)
  if (known) return known

  const holder = await findByEmail(transaction, person.email)
  if (holder?.emailVerified) {
    const to = { email: person.email, language: holder.language }
    await addCredential(transaction, holder.userId, person)
    await mails.tellOfProvider(transaction, to, person.providerName)
    log.info({ userId: holder.userId, issuer: person.issuer }, 'linked with an OpenID provider')
    return holder.userId
  }
  // Whoever signed up with the address and never confirmed it may be anybody: nothing of theirs is kept, the password above all.
  const userId = holder
    ? await takeOver(transaction, holder.userId, person)
    : await insertPerson(transaction, person, language)
  await codes.discard(transaction, person.email)
  await addCredential(transaction, userId, person)
  log.info({ userId, issuer: person.issuer }, 'signed up by an OpenID provider')
  return userId
}

/** In one order with all who make codes for the address, so that none of them waits for another in a circle. */
export const lockAddress = (transaction: Transaction, { email }: Pick<ProvenPerson, 'email'>) =>
  advisoryLock(transaction, `identity: codes for ${email}`)

async function insertPerson(
  transaction: Transaction,
  { email, firstName, lastName }: ProvenPerson,
  language: Language | null,
): Promise<UserId> {
  const userId = mintId('user')
  await transaction
    .insertInto('identity_user')
    .values({
      id: userId,
      name: `${firstName} ${lastName}`.trim(),
      email,
      email_verified: true,
      image: null,
    })
    .execute()
  await transaction
    .insertInto('user_profile')
    .values({ user_id: userId, first_name: firstName, last_name: lastName, language })
    .execute()
  return userId
}

async function takeOver(transaction: Transaction, userId: UserId, person: ProvenPerson): Promise<UserId> {
  const { firstName, lastName } = person
  await transaction.deleteFrom('identity_credential').where('user_id', '=', userId).execute()
  await renameUser(transaction, userId, person)
  await transaction
    .updateTable('user_profile')
    .set({ first_name: firstName, last_name: lastName })
    .where('user_id', '=', userId)
    .execute()
  await confirmEmail(transaction, userId)
  return userId
}

async function addCredential(
  transaction: Transaction,
  userId: UserId,
  { issuer, subject }: ProvenPerson,
): Promise<void> {
  await transaction
    .insertInto('identity_credential')
    .values({ id: randomUUID(), user_id: userId, provider_id: issuer, account_id: subject, password: null })
    .execute()
}
