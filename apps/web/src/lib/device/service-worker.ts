import { whenIdle } from '../when-idle.ts'
import { interfaceLanguage } from '../phrases.ts'
import { pushEndpoint } from './push-endpoint.ts'
import { keepPhrases, registerWorker } from './register-worker.ts'

/** Registers the service worker once the page has loaded. Without it, Atrium works with a connection only. */
export function registerServiceWorker(): void {
  whenIdle(() => {
    void registerWorker()
    keepPhrases()
    interfaceLanguage.subscribe(keepPhrases)
    // Push services replace a subscription now and then. Without a connection, the next start does it.
    if (pushEndpoint.read() !== null)
      void import('./push.ts').then(({ renewPush }) => renewPush()).catch(() => undefined)
  })
}
