import type { completeOpenIdSignIn, ParsedRequest } from '@atrium/contract'
import { inSystem } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { auditSignIn } from '../audit-sign-in.ts'
import { finishSignIn } from '../finish-sign-in.ts'
import type { From } from '../ports.ts'
import { findByEmail } from '../queries.ts'
import { sealIdToken } from '../sessions/sealed-id-token.ts'
import type { OpenSession } from '../sessions/session-opener.ts'
import type { IdentityServices } from '../identity-services.ts'
import { admitPerson, findBySubject, refuseStranger } from './admit-person.ts'
import type { Awaited } from './pending-sign-ins.ts'
import { awaitConfirmation } from './confirm-address.ts'
import { unavailable } from './fetch-from-provider.ts'
import type { OpenId } from './open-id.ts'
import type { ProviderClient } from './provider-client.ts'
import { provenPerson } from './proven-person.ts'
import { IdTokenRefused } from './read-id-token.ts'
import { secretsOf } from './sign-in-secrets.ts'

type Answer = ParsedRequest<typeof completeOpenIdSignIn>['body']
export type Completed =
  | { outcome: 'signed-in'; session: OpenSession }
  | { outcome: 'confirm-address'; email: string; resendAfterSeconds: number; codeDigits: number }

/**
 * Completes a sign-in with the parameters of the provider's redirect. Uses the sign-in up before calling the provider, so that
 * neither the redirect nor its code works twice.
 */
export async function completeSignIn(
  services: IdentityServices,
  openId: OpenId,
  answer: Answer,
  from: From,
): Promise<Completed> {
  const client = openId.client(answer.provider)
  await services.attempts.count('openIdByNetwork', { ip: from.ip })
  const held = { state: answer.state, browserToken: openId.cookies.read(answer.state, from.cookie) ?? '' }
  if (!(await openId.pending.take(held, answer.provider))) return await refuseUnknown(services, from)
  if (!(await client.canHaveSent(answer.iss)))
    return refuse(services, client, 'it came from another provider')
  if (answer.code === undefined || answer.error !== undefined)
    return refuseWithoutCode(services, client, answer)

  const { issuer } = client.provider
  const { claims, idToken } = await client
    .redeem(answer.code, secretsOf(held.browserToken, held.state))
    .catch(async (error) => {
      if (!(error instanceof IdTokenRefused)) throw error
      const { subject } = error
      const person = subject && (await findBySubject(services.database.kysely, { issuer, subject }))
      if (person) auditSignIn(services, person, 'refused', from)
      return refuse(services, client, error.message)
    })
  const known = await findBySubject(services.database.kysely, { issuer, subject: claims.sub })
  if (known) return { outcome: 'signed-in', session: await finishSignIn(services, known, from, { idToken }) }

  const person = provenPerson(client.provider, claims) ?? fail('OPENID_WITHOUT_ADDRESS')
  const awaited = {
    person,
    language: answer.language ?? null,
    inviteToken: answer.inviteToken ?? null,
    sealedIdToken: sealIdToken(idToken, held.browserToken),
  }
  const enterBy = async (proof: 'address' | 'invitation'): Promise<Completed> => ({
    outcome: 'signed-in',
    session: await enter(services, { awaited, idToken, proof }, from),
  })
  if (client.provider.vouchesForAddress(claims)) return await enterBy('address')
  if (await isMailedInvitee(services, awaited)) return await enterBy('invitation')
  const sent = await awaitConfirmation(services, openId, { held, answer, awaited }, from)
  return { outcome: 'confirm-address', email: person.email, ...sent }
}

/** Admits a person with a proved address: its existing user, or a person who may sign up. */
async function enter(
  services: IdentityServices,
  { awaited, idToken, proof }: { awaited: Awaited; idToken: string; proof: 'address' | 'invitation' },
  from: From,
): Promise<OpenSession> {
  await refuseStranger(services, awaited)
  const userId = await inSystem(services.database, (transaction) =>
    admitPerson(services, transaction, awaited, proof),
  )
  return await finishSignIn(services, userId, from, { idToken })
}

/** Whether a new person follows an invitation mailed to this same address: they need no code. */
async function isMailedInvitee(
  { database, invitedAddress }: IdentityServices,
  { person, inviteToken }: Awaited,
): Promise<boolean> {
  if (inviteToken === null || (await findByEmail(database.kysely, person.email))) return false
  const email = await inSystem(database, (transaction) => invitedAddress(transaction, inviteToken))
  return email === person.email
}

/** No matching sign-in: it expired, was already completed, or started in another browser. */
async function refuseUnknown({ refreshSessions, log }: IdentityServices, from: From): Promise<never> {
  // A person who returned to the page after signing in is already where they wanted to be.
  if ((await refreshSessions.read(from)).outcome === 'lives') fail('ALREADY_SIGNED_IN')
  log.warn(
    { event: 'openid.unknown_sign_in_refused', ip: from.ip },
    'Refused an OpenID sign-in that was not started here',
  )
  return fail('OPENID_SIGN_IN_FAILED')
}

function refuse({ log }: IdentityServices, { provider }: ProviderClient, reason: string): never {
  log.warn({ event: 'openid.sign_in_refused', issuer: provider.issuer, reason }, 'Refused an OpenID sign-in')
  return fail('OPENID_SIGN_IN_FAILED')
}

/** The marker of a sign-up refused by the pool's own rules (AUTH-10). */
const preSignUpMarker = 'PreSignUp'

function refuseWithoutCode(services: IdentityServices, client: ProviderClient, answer: Answer): never {
  const { error = 'no code', errorDescription = '' } = answer
  if (errorDescription.includes(preSignUpMarker)) return fail('SIGN_UP_REFUSED')
  if (error === 'access_denied') return fail('OPENID_SIGN_IN_DENIED')
  if (error === 'temporarily_unavailable' || error === 'server_error')
    return unavailable(client.provider.issuer, new Error(`The provider redirected with ${error}.`))
  return refuse(services, client, `it sent ${JSON.stringify(error.slice(0, 100))}`)
}
