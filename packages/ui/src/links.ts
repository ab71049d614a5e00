const scheme = /^[a-z][a-z\d+.-]*:/iu
const address = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\]|localhost)(?::\d+)?(?:[/?#]|$)/iu
const host = /^(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+\p{L}{2,}(?::\d+)?(?:[/?#]|$)/iu

/**
 * The address that a typed link means. Absolute http(s) and mailto addresses pass, host and IP forms get `https://`,
 * anything else is a path on the site. A scheme that could run code gives the site's own address.
 */
export function normaliseLink(link: string, siteBase: string): string {
  const typed = link.trim()
  const base = siteBase.replace(/\/+$/u, '')
  if (/^(?:https?:\/\/|mailto:)/iu.test(typed)) return typed
  if (typed.startsWith('//')) return `https:${typed}`
  if (address.test(typed) || host.test(typed)) return `https://${typed}`
  // Browsers ignore control characters and blanks inside a scheme, so look for one without them.
  if (scheme.test(typed.replace(/[\p{Cc}\s]/gu, ''))) return `${base}/`
  return `${base}/${typed.replace(/^\/+/u, '')}`
}
