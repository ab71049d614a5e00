import { fail } from '../../platform/failure.ts'

const patienceMs = 5000
const mostBytes = 512 * 1024

export type ProviderReply = { status: number; body: unknown }

/**
 * Asks a provider's endpoint, whose address an operator vouched for, and reads the JSON of its reply. Follows nothing, waits
 * 5 s, reads 512 KB at most. OPENID_PROVIDER_UNAVAILABLE when no such reply comes, or one that says it is the provider's fault.
 */
export async function fetchFromProvider(url: string, init: RequestInit = {}): Promise<ProviderReply> {
  try {
    const reply = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(patienceMs) })
    if (reply.status >= 500 || reply.status === 429) throw new Error(`It answered with ${reply.status}.`)
    return { status: reply.status, body: JSON.parse(await readText(reply)) }
  } catch (error) {
    return unavailable(url, error)
  }
}

/** Ends the request because the provider does not do its part; `cause` is for the log. */
export const unavailable = (url: string, cause: unknown): never =>
  fail('OPENID_PROVIDER_UNAVAILABLE', {
    retryAfterSeconds: 5,
    cause: new Error(`The OpenID provider gave nothing usable at ${url}.`, { cause }),
  })

async function readText(reply: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) throw new Error('Its reply is larger than any sensible one.')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
