import type { UserId } from '@atrium/contract'
import { takeAllowance } from '../../credits/index.ts'
import { type Embedder, ProviderFault } from '../../models/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Database } from '../../platform/database/index.ts'
import type { QueryVector } from './nearest-passages.ts'
import { similarity, packVector } from '../index/pack-vector.ts'

/** How long a search waits for its query's embedding, in milliseconds; keywords suffice. */
const maxMs = 3_000

/** Everyday sentences, two per language, that nobody searches for. */
const others = [
  'She put the kettle on and waited for the rain to stop.',
  'The children built a wall of sand before the tide came in.',
  'Il a oublié son parapluie dans le train de sept heures.',
  'Le chat dormait sur le rebord de la fenêtre.',
  'Sáng nay bà ngoại tưới mấy chậu hoa trước hiên.',
  'Anh ấy đi bộ dọc bờ sông sau bữa tối.',
  '他把旧自行车靠在院子的墙边。',
  '晚饭后我们在阳台上看星星。',
  'جلس الرجل العجوز تحت شجرة الزيتون ينتظر حفيده.',
  'غسلت أمي الأطباق ثم أغلقت النافذة.',
]
const known = new WeakMap<Embedder, Float32Array[]>()

/** Embeds those once per model; retries after a failure. */
async function vectorsOfOthers(
  embedder: Embedder,
  options: { signal: AbortSignal },
): Promise<Float32Array[]> {
  const before = known.get(embedder)
  if (before) return before
  const vectors = await embedder.embed(others, options)
  known.set(embedder, vectors)
  return vectors
}

function meanSimilarity(vector: Float32Array, to: readonly Float32Array[]): number {
  const sum = to.reduce((all, other) => all + similarity(vector, packVector(other)), 0)
  return sum / Math.max(1, to.length)
}

/** Whose daily allowance to use. */
type Asker = { database: Database; userId: UserId }

/** Returns the query's embedding by the configured model; null without one, or when it takes too long. */
export async function embedQuery(
  { embedder, log, asker }: { embedder: Embedder | null; log: Log; asker?: Asker },
  query: string,
  signal?: AbortSignal,
): Promise<QueryVector | null> {
  if (!embedder || query.trim() === '') return null
  if (asker && !(await takeAllowance(asker.database, { holder: asker.userId, kind: 'questionVectors' })))
    return null
  const limit = AbortSignal.timeout(maxMs)
  const options = { signal: signal ? AbortSignal.any([signal, limit]) : limit }
  try {
    const [[vector], others] = await Promise.all([
      embedder.embed([query], options),
      vectorsOfOthers(embedder, options),
    ])
    return vector ? { embedder: embedder.name, vector, background: meanSimilarity(vector, others) } : null
  } catch (error) {
    if (signal?.aborted) throw error
    if (!(error instanceof ProviderFault) && !limit.aborted) throw error
    log.warn(
      { event: 'search.embedding_failed', err: error },
      'Could not embed a query; searching by keywords only',
    )
    return null
  }
}
