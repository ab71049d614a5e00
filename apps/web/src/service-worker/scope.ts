/** The parts of a service worker's global scope that this one uses; the page's library has no types of them. */
export type WorkerScope = {
  location: Location
  skipWaiting(): Promise<void>
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<WindowClient[]>
    openWindow(url: string): Promise<unknown>
  }
  registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>
  }
  addEventListener(kind: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(kind: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(kind: 'push', listener: (event: PushEvent) => void): void
  addEventListener(kind: 'notificationclick', listener: (event: NotificationClickEvent) => void): void
}

export type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void }
export type FetchEvent = ExtendableEvent & {
  request: Request
  respondWith(reply: Response | Promise<Response>): void
}
export type PushEvent = ExtendableEvent & { data: { json(): unknown } | null }
export type NotificationClickEvent = ExtendableEvent & { notification: Notification }

type WindowClient = { url: string; focus(): Promise<unknown>; navigate(url: string): Promise<unknown> }

export const scope = globalThis as unknown as WorkerScope
