import { whenIdle } from '../when-idle.ts'
import { pushEndpoint } from './push-endpoint.ts'
import { interfaceLanguage } from '../phrases.ts'
import { registerWorker } from './register-worker.ts'

/** Registers the service worker once the page has loaded, and again with every other language. Without it, Atrium works with a connection only. */
export function registerServiceWorker(): void {
  whenIdle(() => {
    void registerWorker()
    interfaceLanguage.subscribe(() => void registerWorker())
    // Push services replace a subscription now and then. Without a connection, the next start does it.
    if (pushEndpoint.read() !== null)
      void import('./push.ts').then(({ renewPush }) => renewPush()).catch(() => undefined)
  })
}
