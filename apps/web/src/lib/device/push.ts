import {
  type BrowserSubscription,
  changeOwnPush,
  endOwnPush,
  getOwnPush,
  type PushKind,
} from '@atrium/contract'
import { api } from '../api/api.ts'
import { pushEndpoint } from './push-endpoint.ts'
import { registerWorker } from './register-worker.ts'

/** What this browser is notified of while Atrium is closed in it. `unsupported`: by the browser, or without a service worker. */
export type Push = { state: 'unsupported' | 'blocked' | 'ready'; kinds: readonly PushKind[] }

const stateNow = async (): Promise<Push['state']> => {
  if (!('Notification' in globalThis) || !('PushManager' in globalThis)) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return (await registerWorker()) ? 'ready' : 'unsupported'
}

/** The browser's own subscription; one made with another key of the server can't be used. */
async function currentSubscription(publicKey: string): Promise<PushSubscription | null> {
  const { pushManager } = await navigator.serviceWorker.ready
  const current = await pushManager.getSubscription()
  if (current === null) return null
  const key = current.options.applicationServerKey
  if (key !== null && toBase64Url(new Uint8Array(key)) === publicKey) return current
  await current.unsubscribe()
  return null
}

const toBase64Url = (bytes: Uint8Array) =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

export async function readPush(signal?: AbortSignal): Promise<Push> {
  const state = await stateNow()
  if (state !== 'ready') return { state, kinds: [] }
  const { data } = await api.call(getOwnPush, {}, signal ? { signal } : {})
  const current = await currentSubscription(data.publicKey)
  return { state, kinds: current !== null && current.endpoint === data.endpoint ? data.kinds : [] }
}

/** Asks for the browser's permission if needed, subscribes or unsubscribes, and returns the result. Throws if the server refuses. */
export async function choosePush(kinds: readonly PushKind[]): Promise<Push> {
  if (kinds.length === 0) {
    await api.call(endOwnPush, {})
    pushEndpoint.remove()
    const { pushManager } = await navigator.serviceWorker.ready
    await (await pushManager.getSubscription())?.unsubscribe()
    return await readPush()
  }
  if ((await Notification.requestPermission()) !== 'granted') return await readPush()
  const { publicKey } = (await api.call(getOwnPush, {})).data
  await subscribe(publicKey, kinds)
  return await readPush()
}

/** Subscribes again where the browser has replaced or dropped its subscription. */
export async function renewPush(): Promise<void> {
  if ((await stateNow()) !== 'ready' || Notification.permission !== 'granted') return
  const { publicKey, endpoint, kinds } = (await api.call(getOwnPush, {})).data
  if (kinds.length === 0) return pushEndpoint.remove()
  const current = await currentSubscription(publicKey)
  if (current?.endpoint !== endpoint) await subscribe(publicKey, kinds)
}

async function subscribe(publicKey: string, kinds: readonly PushKind[]): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription =
    (await currentSubscription(publicKey)) ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
  const { endpoint, keys } = subscription.toJSON()
  // The server checks that no field is missing.
  const body = { subscription: { endpoint, keys } as BrowserSubscription, kinds: [...kinds] }
  await api.call(changeOwnPush, { body })
  pushEndpoint.write(subscription.endpoint)
}
