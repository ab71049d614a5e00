import type { Response } from 'undici'

/**
 * Returns a reply's unpacked bytes; null when there are more than `most`. Counts bytes as they arrive and ignores the announced
 * length.
 */
export async function readBody(response: Response, most: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop aborts the transfer.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > most) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
