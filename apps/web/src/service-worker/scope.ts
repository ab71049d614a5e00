/** The parts of a service worker's global scope that this one uses; the page's library has no types of them. */
type WorkerScope = {
  location: Location
  skipWaiting(): Promise<void>
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<OpenWindow[]>
    openWindow(path: string): Promise<unknown>
  }
  registration: ServiceWorkerRegistration
  addEventListener(kind: 'install' | 'activate' | 'message', listener: (event: ExtendableEvent) => void): void
  addEventListener(kind: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(kind: 'push', listener: (event: PushEvent) => void): void
  addEventListener(kind: 'notificationclick', listener: (event: NotificationClickEvent) => void): void
}

type OpenWindow = {
  focused: boolean
  visibilityState: DocumentVisibilityState
  focus(): Promise<unknown>
  navigate(path: string): Promise<unknown>
}

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void }
export type FetchEvent = ExtendableEvent & {
  request: Request
  respondWith(reply: Response | Promise<Response>): void
}

export type PushEvent = ExtendableEvent & { data: { json(): unknown } | null }
export type NotificationClickEvent = ExtendableEvent & { notification: Notification }

export const scope = globalThis as unknown as WorkerScope
