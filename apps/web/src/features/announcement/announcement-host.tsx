import { lazy, Suspense, useState } from 'react'
import { useUserInfo } from '../../lib/session/use-session.ts'
import { withPhrases } from '../../lib/phrases.ts'
import { dismiss, isDismissed } from './dismissal.ts'

const Dialog = lazy(() =>
  withPhrases(import('./announcement-dialog.tsx'), 'notices').then((module) => ({
    default: module.AnnouncementDialog,
  })),
)

/** Shows the operator's announcement once per dismissal period. */
export function AnnouncementHost() {
  const info = useUserInfo()
  const [dismissedHere, setDismissedHere] = useState<string | null>(null)
  const { desktop, mobile } = info?.ui_promo_image ?? {}
  if (!info?.ui_promo_active || !desktop) return null
  if (dismissedHere === desktop || isDismissed(document, desktop)) return null
  return (
    <Suspense>
      <Dialog
        desktop={desktop}
        mobile={mobile ?? desktop}
        text={info.ui_promo_text ?? ''}
        onClose={() => {
          dismiss(document, desktop, info.ui_promo_active_till, Date.now())
          setDismissedHere(desktop)
        }}
      />
    </Suspense>
  )
}
