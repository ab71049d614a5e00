import { Language, limits } from '@atrium/contract'
import { inSystem, type Transaction } from '../../platform/database/index.ts'
import type { NewCode } from '../codes/codes.ts'
import { networkOf } from '../network.ts'
import type { From } from '../ports.ts'
import { refuseCommonPassword } from '../password/passwords.ts'
import { findByEmail } from '../queries.ts'
import { refuseSignUp } from './sign-up-gate.ts'
import type { IdentityServices } from '../identity-services.ts'
import type { WaitingSignUp } from './waiting-sign-ups.ts'

export type SignUp = {
  email: string
  password: string
  firstName: string
  lastName: string
  language?: string | undefined
  /** Of an invitation that the person follows. */
  inviteToken?: string | undefined
}

export type Accepted = { accepted: true; resendAfterSeconds: number; codeDigits: number }

/**
 * Stores a sign-up and sends the code that confirms it in this browser. The reply is the same for an unknown, pending or used
 * address; so is the hashing, which takes nearly all of the time.
 */
export async function signUp(
  services: IdentityServices,
  input: SignUp,
  from: From,
): Promise<{ reply: Accepted; setCookies: string[] }> {
  const { attempts, browsers, codes, database, log, passwords, signUps } = services
  await attempts.count('signUpByNetwork', { ip: from.ip })
  await refuseSignUp(services, input.email, input.inviteToken)
  await refuseCommonPassword(input.password)

  const browser = browsers.of(from)
  const before = await signUps.find(database.kysely, input.email, browser.hash)
  const isSamePassword =
    before === undefined || (await passwords.matches(before.passwordHash, input.password, asSignUp(from)))
  const passwordHash = await passwords.hash(input.password, asSignUp(from))
  const waiting = {
    email: input.email,
    firstName: input.firstName,
    lastName: input.lastName,
    language: languageOf(input.language),
    passwordHash,
    browserHash: browser.hash,
  }
  const codeDigits = await inSystem(database, async (transaction) => {
    const request = {
      email: input.email,
      purpose: 'verify-email',
      browserHash: browser.hash,
      ip: from.ip,
      isKnownBrowser: false,
      isMailed: true,
    } as const
    const newCode = await codes.make(transaction, request)
    // The code of a sign-up does not confirm another password that was entered in the same browser afterwards.
    if (newCode.outcome === 'wait' && !isSamePassword) await codes.discardOne(transaction, request)
    await keep(services, transaction, waiting, newCode)
    return newCode.codeDigits
  })
  log.info({ event: 'sign_up.accepted' }, 'Accepted a sign-up')
  return {
    reply: { accepted: true, resendAfterSeconds: limits.codeResendSeconds, codeDigits },
    setCookies: browser.setCookies,
  }
}

async function keep(
  services: IdentityServices,
  transaction: Transaction,
  waiting: WaitingSignUp,
  newCode: NewCode,
) {
  const { email, language } = waiting
  const known = await findByEmail(transaction, email)
  if (known) {
    if (newCode.outcome === 'made')
      await services.mails.sendAlreadySignedUpMail(transaction, { email, language: known.language })
    return
  }
  await services.signUps.keep(transaction, waiting)
  if (newCode.outcome === 'made')
    await services.mails.sendCode(transaction, { email, language }, 'verify-email', newCode.code)
}

/** Sign-ups wait for each other; sign-ins do not wait for them. */
export const asSignUp = ({ ip }: From) => ({ client: networkOf(ip), lane: 'sign-up' as const })

/** Returns the browser's language, such as fr-CA, if we support it. */
export const languageOf = (tag = '') => Language.safeParse(tag.slice(0, 2).toLowerCase()).data ?? null
