import { redirect } from '@tanstack/react-router'
import { session } from '../../lib/api.ts'
import type { AuthUser } from '../../lib/auth-state.ts'

/** For routes of the product: waits for who is signed in; strangers go to sign in and come back to `wanted`. */
export async function requireSignedIn(wanted: string): Promise<AuthUser> {
  await session.ready()
  const state = session.state.get()
  if (state.status === 'authenticated') return state.user
  throw redirect({ to: '/auth/login', search: wanted === '/' ? {} : { returnTo: wanted } })
}
