import { lazy, Suspense } from 'react'
import { toasts } from '../lib/toasts/toasts.ts'
import { useStore } from '../lib/store.ts'

const Toasts = lazy(() =>
  import('@atrium/ui/components/toasts.tsx').then((module) => ({ default: module.Toasts })),
)

/** Where toasts appear; its program is loaded with the first one. */
export function ToastHost() {
  const wanted = useStore(toasts)
  return wanted ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null
}
