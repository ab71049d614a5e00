import { Agent, fetch as undiciFetch } from 'undici'
import { ProviderFault } from './provider-fault.ts'

export interface ModelHttp {
  fetch: typeof globalThis.fetch
  /** Ends every connection, also those in use. */
  close: () => Promise<void>
}

/**
 * The HTTP client of one provider: connections are kept and used again, as many at once as there are answers. `stallMs` without
 * a byte, before the reply or within it, breaks the request off.
 */
export function createModelHttp({ stallMs }: { stallMs: number }): ModelHttp {
  const agent = new Agent({
    connect: { timeout: 10_000 },
    connections: null,
    keepAliveTimeout: 30_000,
    headersTimeout: stallMs,
    bodyTimeout: stallMs,
  })
  const request = async (...[input, init]: Parameters<typeof globalThis.fetch>) => {
    const response = await undiciFetch(...undiciArguments(input, { ...init, dispatcher: agent }))
    // A proxy's error page with status 200 would else pass for an answer without a word.
    if (response.ok && response.headers.get('content-type')?.startsWith('text/html')) {
      await response.body?.cancel()
      throw new ProviderFault('PROVIDER_MALFORMED', {
        cause: new Error('The provider answered with a web page.'),
      })
    }
    return response as unknown as Response
  }
  return { fetch: request, close: () => agent.destroy() }
}

/** undici's own fetch takes the same values as the global one, but its types are others by name. */
function undiciArguments(input: unknown, init: object): Parameters<typeof undiciFetch> {
  return [input, init] as Parameters<typeof undiciFetch>
}
