import { whenIdle } from '../when-idle.ts'

/** Registers the service worker once the page has loaded; only a build has one. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  whenIdle(() => {
    // Without it, as in private windows of some browsers, Atrium works with a connection only.
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
  })
}
