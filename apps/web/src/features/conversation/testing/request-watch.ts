import type {} from '@vitest/browser-playwright'
import type { BrowserCommand } from 'vitest/node'

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Starts recording every request of the page to another origin. */
    watchRequests: () => Promise<void>
    /** The addresses recorded since, with dialogs as `dialog:`. */
    foreignRequests: () => Promise<string[]>
  }
}

const seen: string[] = []
const watched = new WeakSet<object>()

export const watchRequests: BrowserCommand<[]> = ({ page }) => {
  seen.length = 0
  if (watched.has(page)) return
  watched.add(page)
  const own = new URL(page.url()).hostname
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^(?:https?|wss?):$/u.test(url.protocol) && url.hostname !== own) seen.push(url.href)
  })
  page.on('dialog', (dialog) => {
    seen.push(`dialog:${dialog.message()}`)
    void dialog.dismiss()
  })
}

export const foreignRequests: BrowserCommand<[]> = () => [...seen]
