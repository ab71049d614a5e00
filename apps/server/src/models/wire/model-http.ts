import type { Readable } from 'node:stream'
import { Agent, fetch as undiciFetch } from 'undici'
import { guardedConnect, isOwnOrGlobalAddress } from '../../platform/egress/index.ts'
import { ProviderFault } from './provider-fault.ts'

export interface ModelHttp {
  fetch: typeof globalThis.fetch
  /** The same without web streams, which are costly for every chunk of an answer. */
  post: (url: string, request: PostRequest) => Promise<PostReply>
  /** Closes every connection, also those in use. */
  close: () => Promise<void>
}

export interface PostRequest {
  headers: Record<string, string>
  body: string
  signal?: AbortSignal | undefined
}

/** A reply whose body is either read piece by piece or whole. */
export interface PostReply {
  status: number
  headers: Record<string, string>
  body: Readable
  text: () => Promise<string>
}

/**
 * The HTTP client of one provider, with a keep-alive pool of as many connections as there are answers. Aborts a request after
 * `stallMs` without a byte, before or within the reply. Follows no redirects: a key is for one address. `isGuarded` blocks
 * addresses that only the operator may use.
 */
export function createModelHttp({
  stallMs,
  isGuarded = false,
}: {
  stallMs: number
  isGuarded?: boolean
}): ModelHttp {
  const agent = new Agent({
    connect: isGuarded
      ? guardedConnect({
          isAllowed: isOwnOrGlobalAddress,
          refusal: 'Providers are not asked at this address.',
        })
      : { timeout: 10_000 },
    connections: null,
    keepAliveTimeout: 30_000,
    headersTimeout: stallMs,
    bodyTimeout: stallMs,
  })
  const request = async (...[input, init]: Parameters<typeof globalThis.fetch>) => {
    const sent = await formAsBytes(init)
    const response = await undiciFetch(
      ...undiciArguments(input, { redirect: 'error', ...sent, dispatcher: agent }),
    )
    if (response.ok && isWebPage(response.headers.get('content-type'))) {
      await response.body?.cancel()
      throw webPage()
    }
    return response as unknown as Response
  }
  const post: ModelHttp['post'] = async (url, { headers: wanted, body: content, signal }) => {
    const { origin, pathname, search } = new URL(url)
    const { statusCode, headers, body } = await agent.request({
      origin,
      path: pathname + search,
      method: 'POST',
      headers: wanted,
      body: content,
      signal: signal ?? null,
    })
    // The body's consumer gets its errors; an unread body has none.
    body.on('error', () => undefined)
    if (statusCode < 300 && isWebPage(String(headers['content-type']))) {
      body.destroy()
      throw webPage()
    }
    return {
      status: statusCode,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body,
      text: () => body.text(),
    }
  }
  return { fetch: request, post, close: () => agent.destroy() }
}

/** undici's own fetch does not know the global FormData: it would send its name instead of its content. */
async function formAsBytes(init: RequestInit = {}): Promise<RequestInit> {
  if (!(init.body instanceof FormData)) return init
  const written = new Response(init.body)
  const headers = new Headers(init.headers)
  headers.set('content-type', written.headers.get('content-type') ?? '')
  return { ...init, body: await written.arrayBuffer(), headers: Object.fromEntries(headers) }
}

/** A proxy's error page with status 200 would otherwise count as an empty answer. */
const isWebPage = (contentType: string | null) => contentType?.startsWith('text/html') ?? false

const webPage = () =>
  new ProviderFault('PROVIDER_MALFORMED', { cause: new Error('The provider answered with a web page.') })

/** undici's own fetch takes the same values as the global one, but its types have other names. */
function undiciArguments(input: unknown, init: object): Parameters<typeof undiciFetch> {
  return [input, init] as Parameters<typeof undiciFetch>
}
