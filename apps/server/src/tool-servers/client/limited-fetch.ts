import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { RequestInit as SafeInit } from 'undici'
import type { SafeFetch } from '../../platform/egress/index.ts'
import { ToolServerFailure } from './tool-server-failure.ts'

/** Maximum bytes of one reply, also of a stream of events. */
export const maxReplyBytes = 4 * 1024 * 1024

type Options = {
  fetch: SafeFetch
  /** Aborts every request of the connection. */
  signal: AbortSignal
  /** Receives the reason of a request that failed, since the protocol's client replaces it. */
  onFailure: (failure: unknown) => void
}

/**
 * Returns the fetch of one connection: through the egress rules, with limited replies. Redirects are returned as they are: the client
 * follows those of the same origin, through here again. Refuses the stream of server messages beside the calls, which nothing here reads.
 */
export function limitedFetch({ fetch, signal, onFailure }: Options): FetchLike {
  return async (url, init = {}) => {
    if (init.method === 'GET') return new Response(null, { status: 405 })
    try {
      const { method, headers, body, signal: ofRequest } = init
      const limited = ofRequest ? AbortSignal.any([signal, ofRequest]) : signal
      const reply = await fetch(String(url), {
        ...(method !== undefined && { method }),
        ...(headers && { headers: [...new Headers(headers)] }),
        ...(body !== undefined && { body: body as NonNullable<SafeInit['body']> }),
        signal: limited,
        returnsRedirects: true,
      })
      const isWithoutBody = [204, 205, 304].includes(reply.status)
      return new Response(isWithoutBody ? null : limitedBody(reply.body, onFailure), {
        status: reply.status,
        headers: [...reply.headers],
      })
    } catch (error) {
      onFailure(error)
      throw error
    }
  }
}

function limitedBody(
  body: unknown,
  onFailure: (failure: unknown) => void,
): ReadableStream<Uint8Array> | null {
  if (!(body instanceof ReadableStream)) return null
  let left = maxReplyBytes
  return (body as ReadableStream<Uint8Array>).pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        left -= bytes.byteLength
        if (left >= 0) return controller.enqueue(bytes)
        const failure = new ToolServerFailure('TOO_LARGE')
        onFailure(failure)
        controller.error(failure)
      },
    }),
  )
}
