import { lazy, Suspense } from 'react'
import { useStore } from '../../lib/store.ts'
import type { ChosenFiles } from './chosen-files.ts'

const ChosenTiles = lazy(() =>
  import('./chosen-tiles.tsx').then((module) => ({ default: module.ChosenTiles })),
)

/** The files of the next question, above its text. */
export function FileTiles({ chosen }: { chosen: ChosenFiles }) {
  const files = useStore(chosen.list)
  if (files.length === 0) return null
  return (
    <Suspense>
      <ChosenTiles files={files} chosen={chosen} />
    </Suspense>
  )
}
