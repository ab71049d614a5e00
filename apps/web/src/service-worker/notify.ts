import { readPushMessage } from './push-message.ts'
import { type NotificationClickEvent, type PushEvent, scope } from './scope.ts'

/** Shows a push message, unless the person is looking at Atrium, which shows it already. */
export async function showPush({ data }: PushEvent): Promise<void> {
  const message = readPushMessage(data?.json())
  if (message === null) return
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (windows.some(({ focused, visibilityState }) => focused && visibilityState === 'visible')) return
  const { title, path, ...options } = message
  await scope.registration.showNotification(title, {
    ...options,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { path },
  })
}

/** Brings an open tab of Atrium to the subject of a notification, or opens one. */
export async function openNotification({ notification }: NotificationClickEvent): Promise<void> {
  notification.close()
  const { path } = notification.data as { path: string }
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: false })
  const [open] = windows
  if (!open) return void (await scope.clients.openWindow(path))
  await open.focus()
  await open.navigate(path)
}
