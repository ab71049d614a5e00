import type { SignInProviderId } from '@atrium/contract'
import { inSystem, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { finishSignIn } from '../finish-sign-in.ts'
import type { From } from '../ports.ts'
import type { OpenSession } from '../session-opener.ts'
import type { Tools } from '../tools.ts'
import { checkCode } from '../verify-email.ts'
import { admitPerson, lockAddress, refuseStranger } from './admit-person.ts'
import type { Awaited, Held } from './begun-sign-ins.ts'
import type { OpenId } from './open-id.ts'

/*
 * A provider that does not vouch for the address proves only who somebody is there. Whose the address is, is then proved by
 * a code that is sent to it: until that is entered, nobody is made and nothing is linked.
 */

const purpose = 'openid-address'

/** Keeps who came back and sends the code; gives the seconds until another can be asked for. Known addresses look like others. */
export async function awaitConfirmation(
  tools: Tools,
  { begun }: OpenId,
  { held, answer, awaited }: { held: Held; answer: { provider: SignInProviderId }; awaited: Awaited },
  from: From,
): Promise<number> {
  await tools.attempts.count('mailByNetwork', { ip: from.ip })
  return await inSystem(tools.database, async (transaction) => {
    await begun.keepAwaited(transaction, held, answer.provider, awaited)
    return (await sendCode(tools, transaction, awaited)).resendAfterSeconds
  })
}

/** Sends the code again; CODE_RECENTLY_SENT when it is too early. */
export async function resendCode(
  tools: Tools,
  openId: OpenId,
  state: string,
  from: From,
): Promise<{ resendAfterSeconds: number }> {
  await tools.attempts.count('mailByNetwork', { ip: from.ip })
  const awaited = await awaitedBy(openId, state, from)
  const { outcome, resendAfterSeconds } = await inSystem(tools.database, (transaction) =>
    sendCode(tools, transaction, awaited),
  )
  if (outcome === 'wait') fail('CODE_RECENTLY_SENT', { retryAfterSeconds: resendAfterSeconds })
  return { resendAfterSeconds }
}

/** Confirms the address by the code and completes the sign-in. */
export async function confirmAddress(
  tools: Tools,
  openId: OpenId,
  { state, code }: { state: string; code: string },
  from: From,
): Promise<OpenSession> {
  const awaited = await awaitedBy(openId, state, from)
  const { email } = awaited.person
  await checkCode(tools, { email, purpose, code }, from)
  await refuseStranger(tools, awaited)
  const userId = await inSystem(tools.database, async (transaction) => {
    await lockAddress(transaction, awaited.person)
    const taken = await openId.begun.takeAwaited(transaction, heldBy(openId, state, from))
    if (!taken) return fail('OPENID_SIGN_IN_FAILED')
    await tools.codes.use(transaction, { email, purpose }, code)
    return await admitPerson(tools, transaction, taken)
  })
  return await finishSignIn(tools, userId, from)
}

const heldBy = ({ cookies }: OpenId, state: string, from: From): Held => ({
  state,
  browserToken: cookies.read(state, from.cookie) ?? '',
})

const awaitedBy = async (openId: OpenId, state: string, from: From): Promise<Awaited> =>
  (await openId.begun.awaited(heldBy(openId, state, from))) ?? fail('OPENID_SIGN_IN_FAILED')

async function sendCode({ codes, mails }: Tools, transaction: Transaction, { person, language }: Awaited) {
  const { email } = person
  const made = await codes.make(transaction, { email, purpose })
  if (made.outcome === 'made') await mails.sendCode(transaction, { email, language }, purpose, made.code)
  return made
}
