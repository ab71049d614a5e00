/** Registers the service worker, unless it is registered already; null where none is possible, as in private windows of some browsers. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  // Only a build has one.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return null
  return await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => null)
}
