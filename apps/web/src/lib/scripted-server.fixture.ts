import { createAccessTokenKeeper } from './session/access-token.ts'
import { createApiClient } from './api/api-client.ts'
import { requestToken } from './session/session.ts'
import { createActiveContext } from './session/active-context.ts'

export type Sent = { method: string; url: string; headers: Headers; body: unknown }
type Answer = Response | Error | Promise<Response>

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
export const data = (value: unknown) => json({ isError: false, statusCode: 200, data: value })
export const refusal = (code: string, status: number, more: object = {}) =>
  json({ isError: true, statusCode: status, code, message: `${code}.`, ...more }, status)
export const tokenReply = (accessToken: string, lastsMs = 900_000) =>
  data({
    accessToken,
    expiresAt: new Date(Date.now() + lastsMs).toISOString(),
    userId: 'user_1',
    sessionId: 'session_1',
    termsAccepted: true,
  })

/** A client with a scripted server; records requests, sign-outs and redirects to maintenance. */
export function scriptedServer(answer: (sent: Sent, count: number) => Answer) {
  const sent: Sent[] = []
  const received = { signedOut: 0, maintenance: 0 }
  let keys = 0
  const activeContext = createActiveContext()
  const tokens = createAccessTokenKeeper({
    requestToken: () => requestToken(client),
    alone: (work) => work(),
    nowMs: Date.now,
  })
  const client = createApiClient({
    fetch: async (url, options = {}) => {
      options.signal?.throwIfAborted()
      const call: Sent = {
        method: options.method ?? 'GET',
        url: url instanceof Request ? url.url : String(url),
        headers: new Headers(options.headers),
        body: typeof options.body === 'string' ? JSON.parse(options.body) : undefined,
      }
      sent.push(call)
      const reply = await answer(call, sent.filter((one) => one.url === call.url).length)
      if (reply instanceof Error) throw reply
      return reply
    },
    bases: async () => ({ main: '/api', stream: '/stream', root: '' }),
    tokens,
    activeContext: { accountId: activeContext.accountId, roomId: activeContext.roomId },
    mintKey: () => `key-${(keys += 1)}-for-a-test`,
    onSignedOut: () => (received.signedOut += 1),
    onMaintenance: () => (received.maintenance += 1),
  })
  return {
    client,
    tokens,
    activeContext,
    sent,
    received,
    to: (path: string) => sent.filter(({ url }) => url.startsWith(path)),
  }
}
