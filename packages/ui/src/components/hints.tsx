import { lazy, Suspense, useEffect, useState } from 'react'
import { type ShownHint, watchHints } from './watch-hints.ts'

const Hint = lazy(() => import('./hint.tsx').then((module) => ({ default: module.Hint })))

/**
 * The single tooltip of a page. An element with `data-hint` shows these words beside it (`data-hint-side="right"`: after it) when a mouse
 * rests on it or it gets keyboard focus: a thousand small buttons cost no more than their attribute.
 */
export function Hints() {
  const [shown, setShown] = useState<(ShownHint & { count: number }) | null>(null)
  useEffect(
    () =>
      watchHints((hint) =>
        setShown((before) => {
          if (hint === null) return null
          // Each element has its own tooltip, positioned at the element.
          const count = before === null ? 0 : before.count + (before.element === hint.element ? 0 : 1)
          return { ...hint, count }
        }),
      ),
    [],
  )
  if (shown === null) return null
  return (
    <Suspense>
      <Hint key={shown.count} element={shown.element} text={shown.text} />
    </Suspense>
  )
}
