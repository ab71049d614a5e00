import { redirect } from '@tanstack/react-router'
import { session } from '../../lib/api/api.ts'
import { safeReturnTo } from '../../lib/navigation/return-to.ts'

/**
 * For the sign-in routes: redirects signed-in people to where they wanted to go. Waits only in a browser that had a session; for
 * others the form shows at once.
 */
export async function leaveWhenSignedIn(returnTo: string | undefined): Promise<void> {
  if (session.isLikely()) await session.ready().catch(() => {})
  if (session.state.get().status === 'authenticated')
    throw redirect({ href: safeReturnTo(returnTo), replace: true })
}
