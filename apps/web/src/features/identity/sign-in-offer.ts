import type { AppConfig } from '@atrium/contract'
import { useEffect, useState } from 'react'
import { appConfig } from '../../lib/app-config.ts'

/** What the sign-in screens offer. */
export type SignInOffer = AppConfig['signIn']

/** Until it is known, and where it cannot be told, there is the form that nearly everybody needs. */
const passwordsAlone: SignInOffer = { byPassword: true, providers: [] }

export function useSignInOffer(): SignInOffer {
  const [offer, setOffer] = useState(passwordsAlone)
  useEffect(() => {
    let isHere = true
    void appConfig().then((config) => isHere && config && setOffer(config.signIn))
    return () => {
      isHere = false
    }
  }, [])
  return offer
}
