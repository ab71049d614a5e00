/** The address if a link may go there (http, https, mailto), otherwise undefined. */
export function safeLink(address: unknown): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined
  const { protocol } = new URL(address)
  return protocol === 'http:' || protocol === 'https:' || protocol === 'mailto:' ? address : undefined
}

/** What may be done with a picture's address. */
export type ImageSource =
  | { kind: 'own'; address: string }
  | { kind: 'remote'; address: string; host: string }
  | { kind: 'refused' }

/** Own pictures show; remote ones ask first, for loading them tells their host who reads what; anything else is refused. */
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
