import { redirect } from '@tanstack/react-router'
import { session } from '../../lib/api.ts'
import { safeReturnTo } from '../../lib/return-to.ts'

/**
 * For the sign-in routes: who is signed in goes on to where they wanted to be. Only a browser that held a session
 * asks; for everybody else the form shows at once.
 */
export async function leaveWhenSignedIn(returnTo: string | undefined): Promise<void> {
  if (session.isLikely()) await session.ready().catch(() => {})
  if (session.state.get().status === 'authenticated')
    throw redirect({ href: safeReturnTo(returnTo), replace: true })
}
