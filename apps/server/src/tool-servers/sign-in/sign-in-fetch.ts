import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { Response as SafeResponse } from 'undici'
import { EgressRefusedError, type SafeFetch } from '../../platform/egress/index.ts'
import { SignInFailure } from './sign-in-failure.ts'

/** Maximum bytes of a reply of an authorization server. */
const maxSignInReplyBytes = 256 * 1024
const timeoutMs = 10_000

/** A server that people sign in to: its address, the fetch for it, and the fetch for every other host. */
export type SignInTarget = { url: string; fetch: SafeFetch; safeFetch: SafeFetch }

/**
 * Returns the fetch for descriptions and endpoints of an authorization server: through the egress rules, within 10 s and 256 KiB. The
 * protocol's client follows redirects of descriptions within their origin, through here again; a form is never sent on. Throws
 * `SignInFailure`.
 */
export function signInFetch({ url: serverUrl, fetch, safeFetch }: SignInTarget): FetchLike {
  const { origin } = new URL(serverUrl)
  return async (url, { method, headers, body } = {}) => {
    const target = new URL(url)
    const way = target.origin === origin ? fetch : safeFetch
    const isForm = method === 'POST'
    try {
      const reply = await way(target.href, {
        ...(method !== undefined && { method }),
        headers: [...new Headers({ 'user-agent': 'Atrium', ...Object.fromEntries(new Headers(headers)) })],
        ...(body !== undefined && { body: await new Response(body).text() }),
        signal: AbortSignal.timeout(timeoutMs),
        returnsRedirects: true,
      })
      if (isForm && reply.status >= 300 && reply.status <= 399) {
        await reply.body?.cancel()
        throw new SignInFailure('UNUSABLE', { cause: new Error('The endpoint redirects.') })
      }
      const isWithoutBody = [204, 205, 304].includes(reply.status)
      const text = await readText(reply)
      return new Response(isWithoutBody ? null : text, { status: reply.status, headers: [...reply.headers] })
    } catch (error) {
      if (error instanceof SignInFailure) throw error
      // A refused name must look like one that does not answer: otherwise addresses of the network could be found out.
      const isRefused = error instanceof EgressRefusedError && !error.isResolved
      throw new SignInFailure(isRefused ? 'UNUSABLE' : 'NOT_REACHED', { cause: error })
    }
  }
}

async function readText(reply: SafeResponse): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of (reply.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > maxSignInReplyBytes)
      throw new SignInFailure('UNUSABLE', { cause: new Error('The reply is too large.') })
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
