import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { safeReturnTo } from '../../lib/navigation/return-to.ts'
import { useAuthState } from '../../lib/session/use-session.ts'

/** Redirects to `returnTo` once signed in: by this form, in another tab, or by a late session. */
export function useRedirectAfterSignIn(returnTo: string | undefined): void {
  const router = useRouter()
  const isSignedIn = useAuthState().status === 'authenticated'
  useEffect(() => {
    if (isSignedIn) router.history.replace(safeReturnTo(returnTo))
  }, [isSignedIn, returnTo, router])
}
