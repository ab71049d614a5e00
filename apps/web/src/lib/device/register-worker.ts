import { languageChanged, languagePlace } from '../../service-worker/offline-files.ts'
import { currentLanguage } from '../i18n.ts'

/**
 * Registers the service worker, unless it is registered already; null where none is possible, as in private windows of some browsers. It keeps
 * the phrases of the interface's language.
 */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  // Only a build has one.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return null
  try {
    await leaveLanguage()
    return await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  } catch {
    return null
  }
}

/** Has the service worker keep the phrases of the interface's language alone. What fails without a connection, the next start does. */
export function keepPhrases(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  leaveLanguage()
    .then(() => navigator.serviceWorker.ready)
    .then(({ active }) => active?.postMessage(languageChanged))
    .catch(() => undefined)
}

async function leaveLanguage(): Promise<void> {
  const place = await caches.open(languagePlace.cacheName)
  await place.put(languagePlace.path, new Response(currentLanguage()))
}
