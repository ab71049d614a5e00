import { extractWWWAuthenticateParams } from '@modelcontextprotocol/sdk/client/auth.js'
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { RequestInit as SafeInit, Response as SafeResponse } from 'undici'
import type { Secret } from '../../platform/config/secret.ts'
import type { SafeFetch } from '../../platform/egress/index.ts'
import { type Challenge, ToolServerFailure } from './tool-server-failure.ts'

/** Maximum bytes of one reply, also of a stream of events. */
export const maxReplyBytes = 4 * 1024 * 1024

/** Access tokens for a server that an admin signed in to. Both throw `ToolServerFailure`. */
export interface Access {
  token(): Promise<Secret>
  /** A token in place of one that the server refused. */
  renew(refused: Secret): Promise<Secret>
}

type Options = {
  fetch: SafeFetch
  /** Without it only the headers of the connection are sent. */
  access?: Access | undefined
  /** Aborts every request of the connection. */
  signal: AbortSignal
  /** Receives the reason of a request that failed, since the protocol's client replaces it. */
  onFailure: (failure: unknown) => void
}

/**
 * Returns the fetch of one connection: through the egress rules, with limited replies. Redirects are returned as they are: the client
 * follows those of the same origin, through here again. Refuses the stream of server messages beside the calls, which nothing here reads.
 * A request whose access token is refused is sent once more with a new one.
 */
export function limitedFetch({ fetch, access, signal, onFailure }: Options): FetchLike {
  return async (url, init = {}) => {
    if (init.method === 'GET') return new Response(null, { status: 405 })
    const send = async (token: Secret | undefined): Promise<SafeResponse> => {
      const { method, body, signal: ofRequest } = init
      const headers = new Headers(init.headers)
      if (token) headers.set('authorization', `Bearer ${token.reveal()}`)
      return await fetch(String(url), {
        ...(method !== undefined && { method }),
        headers: [...headers],
        ...(body !== undefined && { body: body as NonNullable<SafeInit['body']> }),
        signal: ofRequest ? AbortSignal.any([signal, ofRequest]) : signal,
        returnsRedirects: true,
      })
    }
    try {
      const token = await access?.token()
      let reply = await send(token)
      if (reply.status === 401 && access && token) {
        await reply.body?.cancel()
        reply = await send(await access.renew(token))
      }
      if (reply.status === 401) {
        await reply.body?.cancel()
        throw new ToolServerFailure(access ? 'SIGN_IN_REQUIRED' : 'TOKEN_REQUIRED', {
          challenge: challengeIn(reply),
        })
      }
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

function challengeIn({ headers }: SafeResponse): Challenge {
  const value = headers.get('www-authenticate')?.slice(0, 4_000)
  const sent = new Response(null, value === undefined ? {} : { headers: { 'www-authenticate': value } })
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(sent)
  return { resourceMetadataUrl: resourceMetadataUrl ?? null, scopes: scope ?? null }
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
