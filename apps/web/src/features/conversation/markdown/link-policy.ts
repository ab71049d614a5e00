import { normaliseLink } from '@atrium/ui/links.ts'

/**
 * Returns a link's target by the rule for typed links (UI-01): http, https and mailto addresses unchanged, host and IP forms with
 * https, other paths on this site. Undefined for every other scheme, and for references within the text.
 */
export function safeLink(
  address: unknown,
  siteBase: string | undefined = globalThis.location?.origin,
): string | undefined {
  if (typeof address !== 'string' || address.trim() === '' || address.startsWith('#')) return undefined
  if (URL.canParse(address) && !isWhole(address) && !isHostWithPort(address)) return undefined
  const meant = normaliseLink(address, siteBase ?? '')
  return URL.canParse(meant) && isFollowed(new URL(meant)) ? meant : undefined
}

/** `https:a.example` is not: browsers parse it in their own way. */
const isWhole = (address: string) => /^\s*(?:https?:\/\/|mailto:)/iu.test(address)
const isFollowed = ({ protocol }: URL) => ['http:', 'https:', 'mailto:'].includes(protocol)
/** `example.com:8080/a` reads as an address with the scheme `example.com`. */
const isHostWithPort = (address: string) =>
  /^[^\s/?#:]*\.[^\s/?#:]+:\d+(?:[/?#]|$)/.test(address) || /^localhost:\d+/.test(address)

/** How a picture's address is treated. */
export type ImageSource =
  | { kind: 'own'; address: string }
  | { kind: 'remote'; address: string; host: string }
  | { kind: 'refused' }

/** Shows own pictures; asks before remote ones, since loading reveals the reader to their host; refuses anything else. */
export function imageSource(address: unknown, origin: string): ImageSource {
  if (typeof address !== 'string' || !URL.canParse(address, origin)) return { kind: 'refused' }
  const url = new URL(address, origin)
  if (url.protocol === 'blob:')
    return url.origin === origin ? { kind: 'own', address: url.href } : { kind: 'refused' }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { kind: 'refused' }
  return url.origin === origin
    ? { kind: 'own', address: url.href }
    : { kind: 'remote', address: url.href, host: url.host }
}
