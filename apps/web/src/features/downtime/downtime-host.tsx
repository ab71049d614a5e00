import { lazy, Suspense } from 'react'
import { withPhrases } from '../../lib/phrases.ts'
import { useStore } from '../../lib/store.ts'
import { downtime } from './follow-downtime.ts'

const Dialog = lazy(() =>
  withPhrases(import('./downtime-dialog.tsx'), 'notices').then((module) => ({
    default: module.DowntimeDialog,
  })),
)
const Banner = lazy(() =>
  withPhrases(import('./downtime-banner.tsx'), 'notices').then((module) => ({
    default: module.DowntimeBanner,
  })),
)

/** The dialog of a planned downtime, over any page. */
export function DowntimeDialogHost() {
  const { phase } = useStore(downtime)
  return phase === 'dialog' ? (
    <Suspense>
      <Dialog />
    </Suspense>
  ) : null
}

/** The timer of a planned downtime, in the frame of the product. */
export function DowntimeBannerHost() {
  const { phase } = useStore(downtime)
  return phase === 'timer' || phase === 'maintenance' ? (
    <Suspense>
      <Banner />
    </Suspense>
  ) : null
}
