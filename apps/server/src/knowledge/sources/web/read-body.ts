import type { Response } from 'undici'

/**
 * The bytes of a reply as they are when they are unpacked; null when these are more than `most`. What was said of their number
 * is not believed: they are counted as they come.
 */
export async function readBody(response: Response, most: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop ends the transfer.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > most) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
