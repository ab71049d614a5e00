import { isIP } from 'node:net'

/** Atrium as a WebAuthn relying party: its origin, and the host name to which every passkey is bound. */
export type RelyingParty = { origin: string; id: string; name: 'Atrium' }

/** Both come from the configured address, never from a request. */
export function relyingPartyOf(siteUrl: string): RelyingParty {
  const { origin, hostname } = new URL(siteUrl)
  return { origin, id: hostname, name: 'Atrium' }
}

/** Browsers support passkeys only for a host name, and only over https or on localhost. */
export function canHavePasskeys(siteUrl: string): boolean {
  const { protocol, hostname } = new URL(siteUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return false
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
}
