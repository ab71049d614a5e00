import type { AccountId } from '@atrium/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { withPhrases } from '../../lib/phrases.ts'
import { stored } from '../../lib/stored.ts'
import { text } from '../../lib/text/parse.ts'
import { countDone, stepCount } from './count-done.ts'
import { firstStepsQuery } from './first-steps-query.ts'

const FirstStepsList = lazy(() =>
  withPhrases(import('./first-steps-list.tsx'), 'onboarding').then((module) => ({
    default: module.FirstStepsList,
  })),
)

/** The account whose list is known to be finished, so that its empty chats no longer request it. */
const over = stored('firstStepsOver', text)

type FirstStepsProps = {
  accountId: AccountId
  /** Shown once the list is finished. */
  fallback: ReactNode
}

/** What an admin of a new account does first, until all of it is done or the list is closed. */
export function FirstSteps({ accountId, fallback }: FirstStepsProps) {
  const [wasOver] = useState(() => over.read() === accountId)
  const [wasShown, setShown] = useState(false)
  const { data: steps, isError } = useQuery({ ...firstStepsQuery(accountId), enabled: !wasOver })
  if (wasOver || isError) return fallback
  if (!steps) return null
  const isDone = countDone(steps) === stepCount
  if (steps.isDismissed || (isDone && !wasShown)) {
    over.write(accountId)
    return fallback
  }
  // The last step is ticked before the list disappears.
  if (!isDone && !wasShown) setShown(true)
  return (
    <Suspense>
      <FirstStepsList accountId={accountId} steps={steps} />
    </Suspense>
  )
}
