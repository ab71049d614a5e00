import { lazy, Suspense } from 'react'
import { useUserInfo } from '../../lib/session/use-session.ts'

const StartDialogs = lazy(() =>
  import('./start-dialogs.tsx').then((module) => ({ default: module.StartDialogs })),
)

/** What a person sees first: the welcome, once on all devices; later the operator's announcement. Loads neither without need. */
export function StartDialogsHost() {
  const info = useUserInfo()
  if (!info || (info.isWelcomed && !info.ui_promo_active)) return null
  return (
    <Suspense>
      <StartDialogs />
    </Suspense>
  )
}
