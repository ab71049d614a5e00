import { ProviderFault } from './provider-fault.ts'

/** Wraps `fetch`: a reply fails with PROVIDER_MALFORMED above this many bytes, more than any genuine one. */
export const limitedFetch =
  (fetch: typeof globalThis.fetch, maxBytes: number): typeof globalThis.fetch =>
  async (...request) => {
    const reply = await fetch(...request)
    if (!reply.body) return reply
    let readBytes = 0
    const counted = reply.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, control) {
          readBytes += chunk.byteLength
          if (readBytes <= maxBytes) return control.enqueue(chunk)
          control.error(
            new ProviderFault('PROVIDER_MALFORMED', {
              cause: new Error(`The provider sent more than ${maxBytes} bytes.`),
            }),
          )
        },
      }),
    )
    const { status, statusText, headers } = reply
    return new Response(counted, { status, statusText, headers: [...headers] })
  }
