import { type Embedder, ProviderFault } from '../models/index.ts'
import type { Log } from '../platform/log.ts'
import type { QueryVector } from './nearest-passages.ts'

/** How long a search waits for the vector of its question, in milliseconds; its words are enough. */
const mostMs = 3_000

/** What a question means as the configured model puts it; null without one, or when it is not there in time. */
export async function embedQuery(
  { embedder, log }: { embedder: Embedder | null; log: Log },
  query: string,
  signal?: AbortSignal,
): Promise<QueryVector | null> {
  if (!embedder || query.trim() === '') return null
  const limit = AbortSignal.timeout(mostMs)
  try {
    const [vector] = await embedder.embed([query], {
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    return vector ? { embedder: embedder.name, vector } : null
  } catch (error) {
    if (signal?.aborted) throw error
    if (!(error instanceof ProviderFault) && !limit.aborted) throw error
    log.warn({ err: error }, 'a question is searched by its words alone')
    return null
  }
}
