import { scope } from './scope.ts'

/** A pushed message, as the server encrypts it: the texts are in the person's language. */
type Pushed = { tag: string; title: string; body: string; path: string; dir: 'ltr' | 'rtl' }

/** Browsers require that every pushed message shows a notification. */
export async function showPushed(message: unknown): Promise<void> {
  const { tag, title, body, path, dir } = pushedFrom(message)
  await scope.registration.showNotification(title, {
    ...{ tag, body, dir, data: { path } },
    icon: '/icon-192.png',
    badge: '/badge-96.png',
  })
}

function pushedFrom(message: unknown): Pushed {
  const given = typeof message === 'object' && message !== null ? message : {}
  const { tag, title, body, path, dir } = given as Partial<Record<keyof Pushed, unknown>>
  const asText = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise)
  return {
    tag: asText(tag, 'atrium'),
    title: asText(title, 'Atrium'),
    body: asText(body, ''),
    path: asText(path, '/'),
    dir: dir === 'rtl' ? 'rtl' : 'ltr',
  }
}

/** Brings an open window to the front, at the subject of the notification, or opens one. */
export async function openNotified(notification: Notification): Promise<void> {
  notification.close()
  const data: unknown = notification.data
  const path = typeof data === 'object' && data !== null && 'path' in data ? String(data.path) : '/'
  // Only paths of this site: whatever a message says, it leads nowhere else.
  const target = new URL(path, scope.location.origin)
  const url = target.origin === scope.location.origin ? target.href : scope.location.origin
  const [open] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!open) return void (await scope.clients.openWindow(url))
  await open.focus()
  await open.navigate(url)
}
