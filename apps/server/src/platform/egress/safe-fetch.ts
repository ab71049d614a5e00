import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Agent, fetch, type RequestInit, type Response } from 'undici'
import { isGlobalAddress } from './global-address.ts'
import { EgressRefusedError, guardedConnect } from './guarded-connect.ts'
import { isOwnOrGlobalAddress } from './own-address.ts'

export interface SafeFetchOptions extends Omit<RequestInit, 'dispatcher' | 'redirect'> {
  /** When given, only these: exact `host:port`, such as `example.com:443`. */
  allowedHosts?: readonly string[]
  /** Each is checked like the first address. */
  maxRedirects?: number
  /** Returns redirects as they are, for a caller who checks each address and requests the next one here. */
  returnsRedirects?: true
}

/** Allowed ports: other services listen on the rest. */
export const webPorts: readonly number[] = [80, 443]

export type SafeFetch = (url: string, options?: SafeFetchOptions) => Promise<Response>

/**
 * Creates the only way to fetch a URL named by a person, a model or a file. Connects only to public addresses, checked on the
 * address actually used, not on an earlier name lookup. Only http and https on ports 80, 443 and the operator's; no credentials
 * in the URL. Throws `EgressRefusedError`.
 */
export function createSafeFetch({ morePorts = [] }: { morePorts?: readonly number[] } = {}): SafeFetch {
  const ports = [...webPorts, ...morePorts]
  return (url, options = {}) => fetchChecked(url, options, { dispatcher: agent, ports })
}

const guardedAgent = (lookupName: LookupFunction, isAllowed = isGlobalAddress) =>
  new Agent({
    connect: guardedConnect({
      isAllowed,
      refusal: 'This address is not on the public internet.',
      lookupName,
    }),
  })

const agent = guardedAgent(lookup as LookupFunction)

/** The same with another name service and other allowed addresses; for tests. */
export function safeFetchWith(
  lookupName: LookupFunction,
  isAllowed?: (address: string) => boolean,
  morePorts: readonly number[] = [],
): SafeFetch {
  const way = { dispatcher: guardedAgent(lookupName, isAllowed), ports: [...webPorts, ...morePorts] }
  return (url, options = {}) => fetchChecked(url, options, way)
}

const operatorAgent = guardedAgent(lookup as LookupFunction, isOwnOrGlobalAddress)

/**
 * Creates the way to one service that the operator or a system administrator configured: only its origin, which may also be on this
 * machine or a private network at any port, never a cloud metadata address. Follows no redirect. Throws `EgressRefusedError`.
 */
export function createServiceFetch(baseUrl: string): SafeFetch {
  const { hostname, port, protocol } = new URL(baseUrl)
  const number = port || (protocol === 'https:' ? '443' : '80')
  const way = { dispatcher: operatorAgent, ports: [Number(number)] }
  return (url, options = {}) =>
    fetchChecked(url, { ...options, allowedHosts: [`${hostname}:${number}`], returnsRedirects: true }, way)
}

type Way = { dispatcher: Agent; ports: readonly number[] }

async function fetchChecked(url: string, options: SafeFetchOptions, way: Way): Promise<Response> {
  const { allowedHosts, maxRedirects = 0, returnsRedirects, ...init } = options
  let target = checkUrl(url, allowedHosts, way.ports)
  for (let redirects = 0; ; redirects++) {
    const response = await fetchOnce(target, init, way.dispatcher)
    const location = response.headers.get('location')
    const leadsOn = response.status >= 300 && response.status <= 399 && location !== null
    if (!leadsOn || returnsRedirects) return response
    await response.body?.cancel()
    if (redirects === maxRedirects) throw new EgressRefusedError('The address redirects to another one.')
    const next = checkUrl(new URL(location, target).href, allowedHosts, way.ports)
    // Headers for one host, above all keys, must not reach another.
    if (next.origin !== target.origin && (init.headers !== undefined || init.body !== undefined))
      throw new EgressRefusedError('The address redirects to another host.')
    target = next
  }
}

async function fetchOnce(target: URL, init: RequestInit, dispatcher: Agent): Promise<Response> {
  try {
    return await fetch(target, { ...init, dispatcher, redirect: 'manual' })
  } catch (error) {
    if (error instanceof Error && error.cause instanceof EgressRefusedError) throw error.cause
    throw error
  }
}

function checkUrl(text: string, allowedHosts: readonly string[] | undefined, ports: readonly number[]): URL {
  if (!URL.canParse(text)) throw new EgressRefusedError('This is not an address.')
  const url = new URL(text)
  const defaultPort = { 'http:': '80', 'https:': '443' }[url.protocol]
  if (defaultPort === undefined) throw new EgressRefusedError('Only http and https addresses are fetched.')
  if (url.username !== '' || url.password !== '')
    throw new EgressRefusedError('An address cannot hold a name or a password.')
  if (!ports.includes(Number(url.port || defaultPort)))
    throw new EgressRefusedError('This port is not allowed.')
  if (allowedHosts !== undefined && !allowedHosts.includes(`${url.hostname}:${url.port || defaultPort}`))
    throw new EgressRefusedError('This host is not allowed.')
  return url
}
