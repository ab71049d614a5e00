import { oneOf } from '../../lib/text/parse.ts'
import { stored } from '../../lib/stored.ts'

/** Whether the person wants notifications in this browser; deleted with their other data when another person signs in. */
const wanted = stored('notifications', oneOf(true))

/** The notification state of this browser: unsupported, blocked, or the person's choice. */
export type BrowserNotices = 'unsupported' | 'blocked' | 'on' | 'off'

export function browserNotices(): BrowserNotices {
  if (!('Notification' in globalThis)) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return wanted.read() === true && Notification.permission === 'granted' ? 'on' : 'off'
}

export const notifiesBrowser = (): boolean => browserNotices() === 'on'

/** Requests the browser's permission if needed; returns the result. */
export async function wantBrowserNotices(isWanted: boolean): Promise<BrowserNotices> {
  if (!isWanted) wanted.remove()
  else if ('Notification' in globalThis && (await Notification.requestPermission()) === 'granted')
    wanted.write(true)
  return browserNotices()
}

type Notice = {
  /** A later notification with the same tag replaces it, so that several tabs show one. */
  tag: string
  title: string
  body: string
  /** Where a click leads. */
  path: string
}

/** Shows a browser notification; a click brings the tab to the front, at its subject. */
export function showBrowserNotice({ tag, title, body, path }: Notice): void {
  try {
    const notice = new Notification(title, { tag, body, icon: '/icon.svg' })
    notice.addEventListener('click', () => {
      window.focus()
      notice.close()
      location.assign(path)
    })
  } catch {
    // Phone browsers define the constructor, but it throws; the app shows the news on return.
  }
}
