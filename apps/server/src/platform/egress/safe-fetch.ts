import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Agent, fetch, type RequestInit, type Response } from 'undici'
import { isGlobalAddress } from './global-address.ts'
import { EgressRefusedError, guardedConnect } from './guarded-connect.ts'

export interface SafeFetchOptions extends Omit<RequestInit, 'dispatcher' | 'redirect'> {
  /** When given, only these: exact `host:port`, such as `example.com:443`. */
  allowedHosts?: readonly string[]
  /** Each is checked like the first address. */
  mostRedirects?: number
  /** A reply that leads on is returned as it is, for a caller who looks at each address and asks for the next one here. */
  returnsRedirects?: true
}

export type SafeFetch = (url: string, options?: SafeFetchOptions) => Promise<Response>

/**
 * The one way to a URL that a person, a model or a file has named. Connects to addresses of the public internet alone, checked
 * where the connection is made: on the address that is used, not on an earlier answer of the name service. Only http and
 * https; no credentials in the URL. Throws `EgressRefusedError`.
 */
export async function safeFetch(url: string, options: SafeFetchOptions = {}): Promise<Response> {
  return fetchChecked(url, options, agent)
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

/** The same with another name service, and other addresses that may be asked; for tests. */
export function safeFetchWith(
  lookupName: LookupFunction,
  isAllowed?: (address: string) => boolean,
): SafeFetch {
  const ownAgent = guardedAgent(lookupName, isAllowed)
  return (url, options = {}) => fetchChecked(url, options, ownAgent)
}

async function fetchChecked(url: string, options: SafeFetchOptions, dispatcher: Agent): Promise<Response> {
  const { allowedHosts, mostRedirects = 0, returnsRedirects, ...init } = options
  let target = checkUrl(url, allowedHosts)
  for (let redirects = 0; ; redirects++) {
    const response = await fetchOnce(target, init, dispatcher)
    const location = response.headers.get('location')
    const leadsOn = response.status >= 300 && response.status <= 399 && location !== null
    if (!leadsOn || returnsRedirects) return response
    await response.body?.cancel()
    if (redirects === mostRedirects) throw new EgressRefusedError('The address leads on to another one.')
    const next = checkUrl(new URL(location, target).href, allowedHosts)
    // What was meant for one host, keys above all, is not for another.
    if (next.origin !== target.origin && (init.headers !== undefined || init.body !== undefined))
      throw new EgressRefusedError('The address leads on to another host.')
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

function checkUrl(text: string, allowedHosts: readonly string[] | undefined): URL {
  if (!URL.canParse(text)) throw new EgressRefusedError('This is not an address.')
  const url = new URL(text)
  const defaultPort = { 'http:': '80', 'https:': '443' }[url.protocol]
  if (defaultPort === undefined) throw new EgressRefusedError('Only http and https addresses are fetched.')
  if (url.username !== '' || url.password !== '')
    throw new EgressRefusedError('An address cannot hold a name or a password.')
  if (allowedHosts !== undefined && !allowedHosts.includes(`${url.hostname}:${url.port || defaultPort}`))
    throw new EgressRefusedError('This host is not allowed.')
  return url
}
