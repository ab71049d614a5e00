import { whenIdle } from '../when-idle.ts'
import { pushEndpoint } from './push-endpoint.ts'
import { registerWorker } from './register-worker.ts'

/** Registers the service worker once the page has loaded. Without it, Atrium works with a connection only. */
export function registerServiceWorker(): void {
  whenIdle(() => {
    void registerWorker()
      .then(
        (registered) => registered && import('./keep-phrases.ts').then(({ keepPhrases }) => keepPhrases()),
      )
      .catch(() => undefined)
    // Push services replace a subscription now and then. Without a connection, the next start does it.
    if (pushEndpoint.read() !== null)
      void import('./push.ts').then(({ renewPush }) => renewPush()).catch(() => undefined)
  })
}
