import { lazy, Suspense, useState } from 'react'
import { withPhrases } from '../../lib/phrases.ts'
import { useUserInfo } from '../../lib/session/use-session.ts'
import { AnnouncementHost } from '../announcement/index.ts'

const WelcomeDialog = lazy(() =>
  withPhrases(import('./welcome-dialog.tsx'), 'onboarding').then((module) => ({
    default: module.WelcomeDialog,
  })),
)

/** The welcome, then the announcement: never two windows at once. */
export function StartDialogs() {
  const info = useUserInfo()
  const [isClosed, setClosed] = useState(false)
  if (info?.isWelcomed) return <AnnouncementHost />
  if (isClosed) return null
  return (
    <Suspense>
      <WelcomeDialog onClose={() => setClosed(true)} />
    </Suspense>
  )
}
