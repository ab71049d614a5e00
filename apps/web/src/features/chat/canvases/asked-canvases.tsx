import type { AccountId } from '@atrium/contract'
import { lazy, Suspense } from 'react'
import type { AskedCanvases as Asked } from './use-asked-canvases.ts'

const LazyChips = lazy(() =>
  import('./asked-canvas-chips.tsx').then((module) => ({ default: module.AskedCanvasChips })),
)

/** The canvases of the next question above its text, each to be removed; loaded when there is one. */
export const AskedCanvases = ({ accountId, asked }: { accountId: AccountId; asked: Asked }) =>
  asked.ids.length > 0 && (
    <Suspense>
      <LazyChips accountId={accountId} asked={asked} />
    </Suspense>
  )
