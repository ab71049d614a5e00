import type { CanvasSession } from '../editor/use-canvas-session.ts'

/** Resolves to true once the server has stored everything that was written here; to false when that takes too long. */
export function whenSaved({ provider }: CanvasSession, withinMs = 8_000): Promise<boolean> {
  const isSaved = () => provider.isSynced && !provider.hasUnsyncedChanges
  if (isSaved()) return Promise.resolve(true)
  return new Promise((resolve) => {
    const end = (result: boolean) => {
      clearTimeout(timer)
      provider.off('unsyncedChanges', look)
      resolve(result)
    }
    const look = () => {
      if (isSaved()) end(true)
    }
    const timer = setTimeout(() => end(false), withinMs)
    provider.on('unsyncedChanges', look)
  })
}
