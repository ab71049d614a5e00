import { lazy, Suspense, useState } from 'react'
import { withPhrases } from '../../lib/phrases.ts'
import { useUserInfo } from '../../lib/session/use-session.ts'

const WelcomeDialog = lazy(() =>
  withPhrases(import('./welcome-dialog.tsx'), 'onboarding').then((module) => ({
    default: module.WelcomeDialog,
  })),
)

/** Shows the welcome to a person who has not seen it on any device. */
export function WelcomeHost() {
  const info = useUserInfo()
  const [isClosed, setClosed] = useState(false)
  if (!info || info.isWelcomed || isClosed) return null
  return (
    <Suspense>
      <WelcomeDialog onClose={() => setClosed(true)} />
    </Suspense>
  )
}
