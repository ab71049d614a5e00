import { completeOpenIdSignIn, type ReplyOf, type SignInProviderId } from '@atrium/contract'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api, session } from '../../../lib/api/api.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { type ProviderAnswer, readProviderAnswer } from '../../../lib/navigation/provider-answer.ts'
import { isAlreadySignedIn, signInUnderWay } from './provider-sign-in.ts'
import { takeSignInStep } from '../sign-in-step.ts'
import { inviteTokenIn, isSignUpRefused } from '../sign-up-refused.ts'

type Completed = ReplyOf<typeof completeOpenIdSignIn>['data']

/** The progress of completing a sign-in. */
export type Validation =
  | { step: 'working' }
  | { step: 'nothing' }
  | { step: 'failed'; failure: unknown }
  | { step: 'confirm'; state: string; email: string; resendAfterSeconds: number; codeDigits: number }

/** Sent once, however often the page is rendered: the server accepts an answer only once. */
const completing = new Map<string, Promise<Completed>>()

function complete(provider: SignInProviderId, answer: ProviderAnswer, returnTo: string | undefined) {
  const inviteToken = inviteTokenIn(returnTo)
  const body = { provider, ...answer, language: currentLanguage(), ...(inviteToken && { inviteToken }) }
  const known = completing.get(answer.state)
  if (known) return known
  const sent = api.call(completeOpenIdSignIn, { body }).then(({ data }) => data)
  completing.set(answer.state, sent)
  return sent
}

/** Completes the sign-in with a provider's redirect to this page. */
export function useValidation(provider: SignInProviderId, returnTo: string | undefined): Validation {
  const navigate = useNavigate()
  const [answer] = useState(() => readProviderAnswer(location.search))
  const [validation, setValidation] = useState<Validation>({ step: answer ? 'working' : 'nothing' })

  useEffect(() => {
    if (!answer) return
    let isHere = true
    const show = (found: Validation) => isHere && setValidation(found)
    // The code is used up: removes it from the browser's history.
    history.replaceState(history.state, '', location.pathname)
    void complete(provider, answer, returnTo)
      .then((completed) => {
        if (completed.outcome === 'confirm-address')
          return show({ ...completed, step: 'confirm', state: answer.state })
        signInUnderWay.forget()
        return session.signedIn(completed.token)
      })
      .catch(async (failure: unknown) => {
        if (takeSignInStep(failure))
          return await navigate({ to: '/auth/login', search: { returnTo }, replace: true })
        if (isSignUpRefused(failure)) return await navigate({ to: '/early-access-full', replace: true })
        if (isAlreadySignedIn(failure)) return await session.renew()
        show({ step: 'failed', failure })
      })
      .catch((failure: unknown) => show({ step: 'failed', failure }))
    return () => {
      isHere = false
    }
  }, [answer, navigate, provider, returnTo])
  return validation
}
