import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'

/** The address is none that Atrium connects to on somebody's behalf. The message names no resolved address: that would be a map. */
export class EgressRefusedError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'EgressRefusedError'
  }
}

type GuardOptions = {
  /** Whether a connection to this IP address is allowed. */
  isAllowed(address: string): boolean
  /** What is said of one that is not. */
  refusal: string
  /** Another name service; for tests. */
  lookupName?: LookupFunction
}

/**
 * How an agent connects to allowed addresses alone. Checks before it connects: a literal at once, a name in the very lookup whose
 * answer the socket uses; then the socket itself. The request fails with an `EgressRefusedError`, perhaps as a cause.
 */
export function guardedConnect({
  isAllowed,
  refusal,
  lookupName = lookup as LookupFunction,
}: GuardOptions): buildConnector.connector {
  const refused = () => new EgressRefusedError(refusal)
  const guardedLookup: LookupFunction = (hostname, options, callback) =>
    lookupName(hostname, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address)
      // One inner address among outer ones is an attempt: which of them is tried first is not ours to say.
      if (error === null && !addresses.every(isAllowed)) callback(refused(), '')
      else callback(error, found, family)
    })
  const connect = buildConnector({ timeout: 10_000, lookup: guardedLookup })
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !isAllowed(host)) return callback(refused(), null)
    connect(options, (error, socket) => {
      if (error !== null || socket === null) return callback(error ?? new Error('No connection.'), null)
      if (isAllowed(socket.remoteAddress ?? '')) return callback(null, socket)
      socket.destroy()
      callback(refused(), null)
    })
  }
}
