import { redirect } from '@tanstack/react-router'
import { session } from '../../lib/api/api.ts'
import type { AuthUser } from '../../lib/session/auth-state.ts'

/**
 * For the product's routes: waits for the session. Redirects signed-out people to sign in, and people who have not accepted the
 * terms to accept them; both return to `wanted`.
 */
export async function requireSignedIn(wanted: string): Promise<AuthUser> {
  await session.ready()
  const state = session.state.get()
  const search = wanted === '/' ? {} : { returnTo: wanted }
  if (state.status !== 'authenticated') throw redirect({ to: '/auth/login', search })
  if (!state.user.termsAccepted) throw redirect({ to: '/terms-of-use', search })
  return state.user
}
