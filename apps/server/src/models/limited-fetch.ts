import { ProviderFault } from './provider-fault.ts'

/** The same as `fetch`, but a reply breaks off with PROVIDER_MALFORMED after so many bytes: nobody sends that much in earnest. */
export const limitedFetch =
  (fetch: typeof globalThis.fetch, mostBytes: number): typeof globalThis.fetch =>
  async (...request) => {
    const reply = await fetch(...request)
    if (!reply.body) return reply
    let readBytes = 0
    const counted = reply.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, control) {
          readBytes += chunk.byteLength
          if (readBytes <= mostBytes) return control.enqueue(chunk)
          control.error(
            new ProviderFault('PROVIDER_MALFORMED', {
              cause: new Error(`The provider sent more than ${mostBytes} bytes.`),
            }),
          )
        },
      }),
    )
    const { status, statusText, headers } = reply
    return new Response(counted, { status, statusText, headers: [...headers] })
  }
