import { inSystem } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { CodePurpose } from './codes.ts'
import { finishSignIn } from './finish-sign-in.ts'
import type { From } from './ports.ts'
import { confirmEmail, findByEmail } from './queries.ts'
import type { OpenSession } from './session-opener.ts'
import type { Tools } from './tools.ts'

/** Confirms an address by the code that was sent to it and opens a session. */
export async function verifyEmail(
  tools: Tools,
  { email, code }: { email: string; code: string },
  from: From,
): Promise<OpenSession> {
  await checkCode(tools, { email, purpose: 'verify-email', code }, from)
  const userId = await inSystem(tools.database, async (transaction) => {
    await tools.codes.use(transaction, { email, purpose: 'verify-email' }, code)
    const known = (await findByEmail(transaction, email)) ?? fail('CODE_NOT_ACCEPTED')
    await confirmEmail(transaction, known.userId)
    return known.userId
  })
  tools.log.info({ userId }, 'email confirmed')
  return await finishSignIn(tools, userId, from)
}

/** Spends a try of the code within what an address and a network may try at all. */
export async function checkCode(
  { attempts, codes, log }: Tools,
  { email, purpose, code }: { email: string; purpose: CodePurpose; code: string },
  from: From,
): Promise<void> {
  await attempts.count('codeByNetwork', { ip: from.ip })
  await attempts.count('codeByEmail', { email })
  if (!(await codes.isRight({ email, purpose }, code))) {
    log.warn({ ip: from.ip, purpose }, 'code refused')
    fail('CODE_NOT_ACCEPTED')
  }
  await attempts.forgive('codeByEmail', { email })
}
