import { redirect } from '@tanstack/react-router'
import { session } from '../../lib/api.ts'
import type { AuthUser } from '../../lib/auth-state.ts'

/**
 * For the routes of the product: waits for who is signed in. Strangers go to sign in, people who have not accepted the
 * terms go to accept them; both come back to `wanted`.
 */
export async function requireSignedIn(wanted: string): Promise<AuthUser> {
  await session.ready()
  const state = session.state.get()
  const search = wanted === '/' ? {} : { returnTo: wanted }
  if (state.status !== 'authenticated') throw redirect({ to: '/auth/login', search })
  if (!state.user.termsAccepted) throw redirect({ to: '/terms-of-use', search })
  return state.user
}
