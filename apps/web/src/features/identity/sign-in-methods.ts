import { type ReplyOf, signInMethods } from '@atrium/contract'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api/api.ts'

type SignInMethods = ReplyOf<typeof signInMethods>['data']

let loading: Promise<SignInMethods | null> | null = null

/** The available ways of signing in. Loaded once per page; null after a failure, and the forms then offer everything. */
const methods = () =>
  (loading ??= api.call(signInMethods, {}).then(
    ({ data }) => data,
    () => (loading = null),
  ))

export function useSignInMethods(): SignInMethods | null {
  const [known, setKnown] = useState<SignInMethods | null>(null)
  useEffect(() => {
    let isHere = true
    void methods().then((data) => isHere && setKnown(data))
    return () => {
      isHere = false
    }
  }, [])
  return known
}
