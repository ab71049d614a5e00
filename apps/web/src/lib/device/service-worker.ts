import { whenIdle } from '../when-idle.ts'
import { pushEndpoint } from './push-endpoint.ts'

/** Registers the service worker, which does nothing when it is there; null where none is possible, as in private windows of some browsers. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  // Only a build has one.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return null
  return await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => null)
}

/** Registers the service worker once the page has loaded. Without it, Atrium works with a connection only. */
export function registerServiceWorker(): void {
  whenIdle(() => {
    void registerWorker()
    // Push services replace a subscription now and then. Without a connection, the next start does it.
    if (pushEndpoint.read() !== null)
      void import('./push.ts').then(({ renewPush }) => renewPush()).catch(() => undefined)
  })
}
