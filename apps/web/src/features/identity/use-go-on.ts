import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { safeReturnTo } from '../../lib/return-to.ts'
import { useAuthState } from './use-session.ts'

/** Goes on to `returnTo` as soon as somebody is signed in: by this form, in another tab, or by a session found late. */
export function useGoOn(returnTo: string | undefined): void {
  const router = useRouter()
  const isSignedIn = useAuthState().status === 'authenticated'
  useEffect(() => {
    if (isSignedIn) router.history.replace(safeReturnTo(returnTo))
  }, [isSignedIn, returnTo, router])
}
