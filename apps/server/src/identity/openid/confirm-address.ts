import type { SignInProviderId } from '@atrium/contract'
import { inSystem, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { finishSignIn } from '../finish-sign-in.ts'
import { lockAddress } from '../attempts/lock-address.ts'
import type { From } from '../ports.ts'
import { unsealIdToken } from '../sessions/sealed-id-token.ts'
import type { OpenSession } from '../sessions/session-opener.ts'
import type { IdentityServices } from '../identity-services.ts'
import { checkCode } from '../codes/verify-email.ts'
import { admitPerson, refuseStranger } from './admit-person.ts'
import type { Awaited, Held } from './pending-sign-ins.ts'
import type { OpenId } from './open-id.ts'
import { hashOf } from './sign-in-secrets.ts'

/* A provider that does not vouch for the address proves only the identity there. The address is then confirmed by a mailed code:
   until it is entered, no user is created and nothing is linked. */

const purpose = 'openid-address'

type CodeSent = { resendAfterSeconds: number; codeDigits: number }

/**
 * Stores the pending person and sends the code; returns its length and the seconds until the next one. Known addresses look like
 * others.
 */
export async function awaitConfirmation(
  services: IdentityServices,
  { pending }: OpenId,
  { held, answer, awaited }: { held: Held; answer: { provider: SignInProviderId }; awaited: Awaited },
  from: From,
): Promise<CodeSent> {
  await services.attempts.count('mailByNetwork', { ip: from.ip })
  return await inSystem(services.database, async (transaction) => {
    await pending.keepAwaited(transaction, held, answer.provider, awaited)
    const { resendAfterSeconds, codeDigits } = await sendCode(services, transaction, { held, awaited }, from)
    return { resendAfterSeconds, codeDigits }
  })
}

/** Resends the code; CODE_RECENTLY_SENT when it is too early. */
export async function resendCode(
  services: IdentityServices,
  openId: OpenId,
  state: string,
  from: From,
): Promise<CodeSent> {
  await services.attempts.count('mailByNetwork', { ip: from.ip })
  const awaited = await awaitedBy(openId, state, from)
  const { outcome, resendAfterSeconds, codeDigits } = await inSystem(services.database, (transaction) =>
    sendCode(services, transaction, { held: heldBy(openId, state, from), awaited }, from),
  )
  if (outcome === 'wait') fail('CODE_RECENTLY_SENT', { retryAfterSeconds: resendAfterSeconds })
  return { resendAfterSeconds, codeDigits }
}

/** Confirms the address by code and completes the sign-in. */
export async function confirmAddress(
  services: IdentityServices,
  openId: OpenId,
  { state, code }: { state: string; code: string },
  from: From,
): Promise<OpenSession> {
  const awaited = await awaitedBy(openId, state, from)
  const { email } = awaited.person
  const { browserToken } = heldBy(openId, state, from)
  const key = { email, purpose, browserHash: hashOf(browserToken) } as const
  await checkCode(services, { ...key, code }, from)
  await refuseStranger(services, awaited)
  const userId = await inSystem(services.database, async (transaction) => {
    await lockAddress(transaction, email)
    const taken = await openId.pending.takeAwaited(transaction, heldBy(openId, state, from))
    if (!taken) return fail('OPENID_SIGN_IN_FAILED')
    await services.codes.use(transaction, key, code)
    return await admitPerson(services, transaction, taken)
  })
  return await finishSignIn(services, userId, from, {
    idToken: unsealIdToken(awaited.sealedIdToken, browserToken),
  })
}

const heldBy = ({ cookies }: OpenId, state: string, from: From): Held => ({
  state,
  browserToken: cookies.read(state, from.cookie) ?? '',
})

const awaitedBy = async (openId: OpenId, state: string, from: From): Promise<Awaited> =>
  (await openId.pending.awaited(heldBy(openId, state, from))) ?? fail('OPENID_SIGN_IN_FAILED')

/** The code belongs to this one sign-in: another one with the same address has its own. */
async function sendCode(
  { codes, mails }: IdentityServices,
  transaction: Transaction,
  { held, awaited: { person, language } }: { held: Held; awaited: Awaited },
  { ip }: From,
) {
  const { email } = person
  const browserHash = hashOf(held.browserToken)
  const made = await codes.make(transaction, {
    email,
    purpose,
    browserHash,
    ip,
    isKnownBrowser: false,
    isMailed: true,
  })
  if (made.outcome === 'made') await mails.sendCode(transaction, { email, language }, purpose, made.code)
  return made
}
