import { fail } from '../../platform/failure.ts'

const timeoutMs = 5000
const maxBytes = 512 * 1024

export type ProviderReply = { status: number; body: unknown }

/**
 * Calls a provider's endpoint, whose address the operator configured, and returns its JSON. No redirects, 5 s timeout, at most
 * 512 KB. OPENID_PROVIDER_UNAVAILABLE without such a reply or for a server error.
 */
export async function fetchFromProvider(url: string, init: RequestInit = {}): Promise<ProviderReply> {
  try {
    const reply = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    if (reply.status >= 500 || reply.status === 429) throw new Error(`It answered with ${reply.status}.`)
    return { status: reply.status, body: JSON.parse(await readText(reply)) }
  } catch (error) {
    return unavailable(url, error)
  }
}

/** Fails the request because of the provider; `cause` is for the log. */
export const unavailable = (url: string, cause: unknown): never =>
  fail('OPENID_PROVIDER_UNAVAILABLE', {
    retryAfterSeconds: 5,
    cause: new Error(`The OpenID provider gave no usable reply at ${url}.`, { cause }),
  })

async function readText(reply: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new Error('Its reply exceeds the size limit.')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
