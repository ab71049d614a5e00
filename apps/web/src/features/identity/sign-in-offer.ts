import type { AppConfig } from '@atrium/contract'
import { useEffect, useState } from 'react'
import { appConfig } from '../../lib/api/app-config.ts'

/** The offer of the sign-in screens. */
export type SignInOffer = AppConfig['signIn']

/** While unknown, and after a failure, the form that nearly everybody needs. */
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
