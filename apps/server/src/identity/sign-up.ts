import { Language, limits } from '@atrium/contract'
import { inSystem, type Transaction } from '../platform/database/index.ts'
import type { NewCode } from './codes.ts'
import { hashPassword, matchesPassword, refuseCommonPassword } from './passwords.ts'
import type { From } from './ports.ts'
import { findByEmail, insertPerson, type NewPerson, replaceUnconfirmedPerson } from './queries.ts'
import { refuseSignUp } from './sign-up-gate.ts'
import type { Tools } from './tools.ts'

export type SignUp = {
  email: string
  password: string
  firstName: string
  lastName: string
  language?: string | undefined
  /** Of an invitation that the person follows. */
  inviteToken?: string | undefined
}

/**
 * Signs somebody up and sends the code that confirms the address. What is answered is the same for an address that is
 * unknown, waiting to be confirmed, or in use; so is the work of hashing, which is nearly all of the time.
 */
export async function signUp(
  tools: Tools,
  input: SignUp,
  from: From,
): Promise<{ accepted: true; resendAfterSeconds: number }> {
  await tools.attempts.count('signUpByNetwork', { ip: from.ip })
  await refuseSignUp(tools, input.email, input.inviteToken)
  refuseCommonPassword(input.password)

  const before = await findByEmail(tools.database.kysely, input.email)
  const isSamePassword = await matchesPassword(
    before && !before.emailVerified ? before.passwordHash : null,
    input.password,
  )
  const passwordHash = await hashPassword(input.password)

  await inSystem(tools.database, async (transaction) => {
    const newCode = await tools.codes.make(transaction, { email: input.email, purpose: 'verify-email' })
    await enter(
      tools,
      transaction,
      { ...input, language: languageOf(input.language), passwordHash },
      newCode,
      isSamePassword,
    )
  })
  tools.log.info('sign-up accepted')
  return { accepted: true, resendAfterSeconds: limits.codeResendSeconds }
}

async function enter(
  tools: Tools,
  transaction: Transaction,
  person: NewPerson,
  newCode: NewCode,
  isSamePassword: boolean,
) {
  const { email, language } = person
  const known = await findByEmail(transaction, email)
  if (known?.emailVerified) {
    if (newCode.outcome === 'made')
      await tools.mails.tellOfSignUp(transaction, { email, language: known.language })
    return
  }
  if (!known) await insertPerson(transaction, person)
  else await replaceUnconfirmedPerson(transaction, known.userId, person)

  if (newCode.outcome === 'made')
    await tools.mails.sendCode(transaction, { email, language }, 'verify-email', newCode.code)
  // A code that was sent for one password must not confirm another one that somebody slipped in afterwards.
  else if (known && !isSamePassword) await tools.codes.discard(transaction, email, ['verify-email'])
}

/** The language of the browser, such as fr-CA, if it is one of ours. */
const languageOf = (tag = '') => Language.safeParse(tag.slice(0, 2).toLowerCase()).data ?? null
