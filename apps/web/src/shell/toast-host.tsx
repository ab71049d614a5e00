import { lazy, Suspense } from 'react'
import { toasts } from '../lib/toasts/toasts.ts'
import { useStore } from '../lib/store.ts'

const Toasts = lazy(() =>
  import('@atrium/ui/toasts/toasts.tsx').then((module) => ({ default: module.Toasts })),
)

/** The container of toasts; its code loads with the first toast. */
export function ToastHost() {
  const wanted = useStore(toasts)
  return wanted ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null
}
