import type { SignInProviderId } from '@atrium/contract'
import { fail } from '../../platform/failure.ts'
import type { From } from '../ports.ts'
import type { IdentityServices } from '../identity-services.ts'
import type { OpenId } from './open-id.ts'
import { randomToken, secretsOf } from './sign-in-secrets.ts'

/** Starts a sign-in: returns the provider's URL, and the cookie that binds the sign-in to this browser. */
export async function beginSignIn(
  { attempts, refreshSessions }: IdentityServices,
  openId: OpenId,
  providerId: SignInProviderId,
  from: From,
): Promise<{ authorizationUrl: string; state: string; setCookie: string }> {
  const client = openId.client(providerId)
  await attempts.count('openIdByNetwork', { ip: from.ip })
  if ((await refreshSessions.read(from)).outcome === 'lives') fail('ALREADY_SIGNED_IN')
  const held = { state: randomToken(), browserToken: randomToken() }
  const secrets = secretsOf(held.browserToken, held.state)
  const authorizationUrl = await client.authorizationUrl(held.state, secrets)
  await openId.pending.add(held, providerId)
  const setCookie = openId.cookies.give(held.state, held.browserToken)
  return { authorizationUrl, state: held.state, setCookie }
}
