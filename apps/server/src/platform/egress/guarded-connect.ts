import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'

/**
 * Atrium doesn't connect to this address on anybody's behalf. The message names no resolved address, which would map the network.
 */
export class EgressRefusedError extends Error {
  /** Refused for its resolved address: the requester must not learn more than for an unknown name. */
  readonly isResolved: boolean

  constructor(message: string, { isResolved = false }: { isResolved?: boolean } = {}) {
    super(message)
    this.name = 'EgressRefusedError'
    this.isResolved = isResolved
  }
}

type GuardOptions = {
  /** Whether a connection to this IP address is allowed. */
  isAllowed(address: string): boolean
  /** The message for a refused address. */
  refusal: string
  /** Another name service; for tests. */
  lookupName?: LookupFunction
}

/**
 * Returns a connect function limited to allowed addresses. Checks a literal at once, a name in the same lookup that the socket
 * uses; then the socket itself. The request fails with an `EgressRefusedError`, possibly as a cause.
 */
export function guardedConnect({
  isAllowed,
  refusal,
  lookupName = lookup as LookupFunction,
}: GuardOptions): buildConnector.connector {
  const refused = (isResolved = true) => new EgressRefusedError(refusal, { isResolved })
  const guardedLookup: LookupFunction = (hostname, options, callback) =>
    lookupName(hostname, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address)
      // A mix of internal and public addresses is an attack: we can't choose which is tried first.
      if (error === null && !addresses.every(isAllowed)) callback(refused(), '')
      else callback(error, found, family)
    })
  const connect = buildConnector({ timeout: 10_000, lookup: guardedLookup })
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !isAllowed(host)) return callback(refused(false), null)
    connect(options, (error, socket) => {
      if (error !== null || socket === null) return callback(error ?? new Error('No connection.'), null)
      if (isAllowed(socket.remoteAddress ?? '')) return callback(null, socket)
      socket.destroy()
      callback(refused(), null)
    })
  }
}
