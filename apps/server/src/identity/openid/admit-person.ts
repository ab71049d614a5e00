import { randomUUID } from 'node:crypto'
import { fullName, type Language, mintId, type UserId } from '@atrium/contract'
import { advisoryLock, type Database, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { lockAddress } from '../attempts/lock-address.ts'
import { findByEmail } from '../queries.ts'
import type { IdentityServices } from '../identity-services.ts'
import { refuseSignUp } from '../sign-up/sign-up-gate.ts'
import type { Awaited } from './pending-sign-ins.ts'
import type { ProvenPerson } from './proven-person.ts'

type Queryable = Pick<Transaction, 'selectFrom'> | Database['kysely']

/** Returns the user of issuer and subject; ignores the address in the token. Null when unknown. */
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

/** Refuses the sign-in of a new person who may not sign up. */
export async function refuseStranger(
  services: IdentityServices,
  { person, inviteToken }: Awaited,
): Promise<void> {
  const holder = await findByEmail(services.database.kysely, person.email)
  if (!holder) await refuseSignUp(services, person.email, inviteToken ?? undefined)
}

/**
 * Links issuer and subject to a user permanently: to the user who has confirmed the same address here, or to a new one. The
 * address must be proved to be the person's. The link of a mailed invitation proves it only for a new person, and is checked
 * again here: an old or forwarded mail never opens an existing user account.
 */
export async function admitPerson(
  { codes, invitedAddress, mails, log, signUps }: IdentityServices,
  transaction: Transaction,
  { person, language, inviteToken }: Awaited,
  proof: 'address' | 'invitation' = 'address',
): Promise<UserId> {
  await lockAddress(transaction, person.email)
  await advisoryLock(transaction, `identity: openid ${person.issuer} ${person.subject}`)
  const known = await findBySubject(transaction, person)
  if (known) return known

  const holder = await findByEmail(transaction, person.email)
  if (proof === 'invitation') {
    const isOpen = (await invitedAddress(transaction, inviteToken ?? '')) === person.email
    if (holder || !isOpen) return fail('OPENID_SIGN_IN_FAILED')
  }
  if (holder) {
    const to = { email: person.email, language: holder.language }
    await addCredential(transaction, holder.userId, person)
    await mails.sendProviderAddedMail(transaction, to, person.providerName)
    log.info(
      { event: 'openid.linked', userId: holder.userId, issuer: person.issuer },
      'Linked a user with an OpenID provider',
    )
    return holder.userId
  }
  const userId = await insertPerson(transaction, person, language)
  // An unconfirmed sign-up with the address may be anybody's: deletes all of it, above all its password.
  await signUps.end(transaction, person.email)
  await codes.discard(transaction, person.email)
  await addCredential(transaction, userId, person)
  log.info(
    { event: 'openid.signed_up', userId, issuer: person.issuer },
    'Signed up through an OpenID provider',
  )
  return userId
}

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
      name: fullName({ firstName, lastName }),
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
