import type { completeOpenIdSignIn, ParsedRequest } from '@atrium/contract'
import { inSystem } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { finishSignIn } from '../finish-sign-in.ts'
import type { From } from '../ports.ts'
import type { OpenSession } from '../session-opener.ts'
import type { Tools } from '../tools.ts'
import { admitPerson, findBySubject, refuseStranger } from './admit-person.ts'
import type { Awaited } from './begun-sign-ins.ts'
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
  | { outcome: 'confirm-address'; email: string; resendAfterSeconds: number }

/**
 * Completes a sign-in with what the provider sent the browser back with. It is used up before anything is asked of the
 * provider, so that neither an answer nor its code is good twice.
 */
export async function completeSignIn(
  tools: Tools,
  openId: OpenId,
  answer: Answer,
  from: From,
): Promise<Completed> {
  const client = openId.client(answer.provider)
  await tools.attempts.count('signInByNetwork', { ip: from.ip })
  const held = { state: answer.state, browserToken: openId.cookies.read(answer.state, from.cookie) ?? '' }
  if (!(await openId.begun.take(held, answer.provider))) return await refuseUnknown(tools, from)
  if (!(await client.canHaveSent(answer.iss))) return refuse(tools, client, 'it came from another provider')
  if (answer.code === undefined || answer.error !== undefined) return refuseWithoutCode(tools, client, answer)

  const claims = await client.redeem(answer.code, secretsOf(held.browserToken, held.state)).catch((error) => {
    if (error instanceof IdTokenRefused) return refuse(tools, client, error.message)
    throw error
  })
  const { issuer } = client.provider
  const known = await findBySubject(tools.database.kysely, { issuer, subject: claims.sub })
  if (known) return { outcome: 'signed-in', session: await finishSignIn(tools, known, from) }

  const person = provenPerson(client.provider, claims) ?? fail('OPENID_WITHOUT_ADDRESS')
  const awaited = { person, language: answer.language ?? null, inviteToken: answer.inviteToken ?? null }
  if (client.provider.vouchesForAddress(claims))
    return { outcome: 'signed-in', session: await enter(tools, awaited, from) }
  const resendAfterSeconds = await awaitConfirmation(tools, openId, { held, answer, awaited }, from)
  return { outcome: 'confirm-address', email: person.email, resendAfterSeconds }
}

/** Lets in somebody whose address is theirs: whom it belongs to here already, or who may sign up. */
async function enter(tools: Tools, awaited: Awaited, from: From): Promise<OpenSession> {
  await refuseStranger(tools, awaited)
  const userId = await inSystem(tools.database, (transaction) => admitPerson(tools, transaction, awaited))
  return await finishSignIn(tools, userId, from)
}

/** Nothing here fits: the sign-in took too long, was completed already, or began in another browser. */
async function refuseUnknown({ refreshSessions, log }: Tools, from: From): Promise<never> {
  // Who went back to the page after signing in is where they wanted to be.
  if ((await refreshSessions.read(from)).outcome === 'lives') fail('ALREADY_SIGNED_IN')
  log.warn({ ip: from.ip }, 'an OpenID sign-in that nobody began here was refused')
  return fail('OPENID_SIGN_IN_FAILED')
}

function refuse({ log }: Tools, { provider }: ProviderClient, reason: string): never {
  log.warn({ issuer: provider.issuer, reason }, 'an OpenID sign-in was refused')
  return fail('OPENID_SIGN_IN_FAILED')
}

/** The marker with which a pool's own rules refuse somebody new (AUTH-10). */
const preSignUpMarker = 'PreSignUp'

function refuseWithoutCode(tools: Tools, client: ProviderClient, answer: Answer): never {
  const { error = 'no code', errorDescription = '' } = answer
  if (errorDescription.includes(preSignUpMarker)) return fail('SIGN_UP_REFUSED')
  if (error === 'access_denied') return fail('OPENID_SIGN_IN_DENIED')
  if (error === 'temporarily_unavailable' || error === 'server_error')
    return unavailable(client.provider.issuer, new Error(`It sent the browser back with ${error}.`))
  return refuse(tools, client, `it sent ${JSON.stringify(error.slice(0, 100))}`)
}
