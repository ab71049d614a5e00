import { languagePlace } from '../../service-worker/offline-files.ts'
import { currentLanguage } from '../i18n.ts'
import { interfaceLanguage } from '../phrases.ts'

/** Has the registered service worker keep the phrases of the interface's language alone, now and whenever it changes. */
export function keepPhrases(): void {
  keep()
  interfaceLanguage.subscribe(keep)
}

/** What fails without a connection, the next start does. */
function keep(): void {
  caches
    .open(languagePlace.cacheName)
    .then((place) => place.put(languagePlace.path, new Response(currentLanguage())))
    .then(() => navigator.serviceWorker.ready)
    .then(({ active }) => active?.postMessage(null))
    .catch(() => undefined)
}
