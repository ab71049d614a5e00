import { inSystem } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { auditSignIn } from './audit-sign-in.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { networkOf } from './network.ts'
import type { From } from './ports.ts'
import { queueCode } from './codes/send-code.ts'
import type { OpenSession } from './sessions/session-opener.ts'
import type { IdentityServices } from './identity-services.ts'
import type { WaitingSignUp } from './sign-up/waiting-sign-ups.ts'

export type SignedIn =
  | { outcome: 'signed-in'; session: OpenSession }
  | { outcome: 'unconfirmed'; resendAfterSeconds: number; setCookies: string[] }

/**
 * Opens a session by email and password. Only the right password reveals that the address is not confirmed yet; a fresh code is
 * then mailed for this browser, unless one was sent recently.
 */
export async function signIn(
  services: IdentityServices,
  { email, password }: { email: string; password: string },
  from: From,
): Promise<SignedIn> {
  const { attempts, browsers, byPassword, knownBrowsers, log } = services
  const browserHash = browsers.known(from)
  // A person who has signed in here before is counted separately: other people's attempts elsewhere don't lock them out.
  const isKnown = await knownBrowsers.knows(email, browserHash)
  const counted = isKnown
    ? ([['signInByKnownBrowser', { email, browserHash }]] as const)
    : ([
        ['signInByNetwork', { ip: from.ip }],
        ['signInByEmailAndNetwork', { email, ip: from.ip }],
        ['signInByEmail', { email }],
      ] as const)
  for (const [kind, by] of counted) await attempts.count(kind, by)

  const turn = { client: networkOf(from.ip), lane: isKnown ? 'known-browser' : 'sign-in' } as const
  const proof = await byPassword.prove({ email, password, browserHash, turn })
  if (proof.outcome === 'refused') {
    log.warn({ event: 'sign_in.refused', ip: from.ip }, 'Refused a sign-in')
    if (proof.userId !== null) auditSignIn(services, proof.userId, 'refused', from)
    return fail('INVALID_CREDENTIALS')
  }
  for (const [kind, by] of counted) if (kind !== 'signInByNetwork') await attempts.forgive(kind, by)
  if (proof.outcome === 'unconfirmed') return await resume(services, proof.waiting, from)
  return { outcome: 'signed-in', session: await finishSignIn(services, proof.userId, from) }
}

/** Continues a sign-up in the browser that entered its password. */
async function resume(services: IdentityServices, waiting: WaitingSignUp, from: From): Promise<SignedIn> {
  const browser = services.browsers.of(from)
  await inSystem(services.database, (transaction) =>
    services.signUps.move(transaction, waiting, browser.hash),
  )
  const key = { email: waiting.email, purpose: 'verify-email', browserHash: browser.hash } as const
  const { resendAfterSeconds } = await queueCode(services, key, from)
  return { outcome: 'unconfirmed', resendAfterSeconds, setCookies: browser.setCookies }
}
