import type { CanvasId } from '@atrium/contract'
import { useMemo } from 'react'
import {
  addAskedCanvases,
  askedCanvases,
  readAskedCanvases,
  writeAskedCanvases,
} from '../../../entities/canvases/asked-canvases.ts'
import { useStore } from '../../../lib/store.ts'

/** The canvases of the next question under the name of its draft; stored in the browser at once. */
export function useAskedCanvases(name: string) {
  const known = useStore(askedCanvases).get(name)
  const ids = useMemo(() => known ?? readAskedCanvases(name), [known, name])
  const changes = useMemo(
    () => ({
      remove: (canvasId: CanvasId) =>
        writeAskedCanvases(
          name,
          readAskedCanvases(name).filter((id) => id !== canvasId),
        ),
      /** Puts those of a returned question back. */
      restore: (canvasIds: readonly CanvasId[]) => {
        if (canvasIds.length > 0) addAskedCanvases(name, canvasIds)
      },
      /** Returns and clears them. */
      take: (): readonly CanvasId[] => {
        const taken = readAskedCanvases(name)
        if (taken.length > 0) writeAskedCanvases(name, [])
        return taken
      },
    }),
    [name],
  )
  return { ids, ...changes }
}

export type AskedCanvases = ReturnType<typeof useAskedCanvases>
