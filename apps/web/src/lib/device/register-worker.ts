import { currentLanguage } from '../i18n.ts'

/**
 * Registers the service worker for the interface's language, unless it is registered already; null where none is possible, as in private windows
 * of some browsers. Another language replaces it by one that keeps the phrases of that language.
 */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  // Only a build has one.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return null
  return await navigator.serviceWorker
    .register(`/sw.js?language=${currentLanguage()}`, { updateViaCache: 'none' })
    .catch(() => null)
}
