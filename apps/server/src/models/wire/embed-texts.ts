import { type ErrorCode, storable } from '@atrium/contract'
import type { ConnectedProviders } from '../providers/connected-providers.ts'
import type { EmbeddingMaker } from './embedding-models.ts'
import { faultOf } from './fault-of.ts'
import type { EmbeddingRow, ModelsFile } from '../catalogue/models-file.ts'
import { ProviderFault } from './provider-fault.ts'

/** Called for each failed provider call. */
export type FaultListener = (provider: string, code: ErrorCode) => void

/** Turns texts into unit vectors, similar for similar meanings. */
export interface Embedder {
  /** Identifies the model: vectors of different names are not comparable. */
  readonly name: string
  readonly dimensions: number
  /** Returns one vector per text, in order. Throws a `ProviderFault`, or the reason of `signal` when aborted. */
  embed(texts: readonly string[], options?: { signal?: AbortSignal }): Promise<Float32Array[]>
}

/** Truncates longer texts: models refuse them, and passages are far shorter. */
const maxCharacters = 8_000

/** Returns the first model of the file whose provider is configured; null when there is none. */
export function embedderOf(
  file: ModelsFile,
  providers: ConnectedProviders,
  onFault: FaultListener = () => undefined,
): Embedder | null {
  for (const row of file.embeddings) {
    const maker = providers.embeddingMakerOf(row)
    if (maker) return embedder(row, maker, (code) => onFault(row.provider, code))
  }
  return null
}

const embedder = (
  row: EmbeddingRow,
  maker: EmbeddingMaker,
  onFault: (code: ErrorCode) => void,
): Embedder => ({
  name: `${row.provider}/${row.model}/${row.dimensions}`,
  dimensions: row.dimensions,
  async embed(texts, { signal } = {}) {
    const vectors: Float32Array[] = []
    for (let start = 0; start < texts.length; start += row.batch) {
      signal?.throwIfAborted()
      const batch = texts
        .slice(start, start + row.batch)
        .map((text) => storable(text.slice(0, maxCharacters)))
      const found = await embedBatch(row, maker, batch, signal).catch((error: unknown) => {
        if (error instanceof ProviderFault) onFault(error.code)
        throw error
      })
      vectors.push(...found)
    }
    return vectors
  },
})

async function embedBatch(
  { dimensions }: EmbeddingRow,
  maker: EmbeddingMaker,
  values: string[],
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  const { embeddings } = await Promise.resolve(
    maker.doEmbed({
      values,
      ...(signal && { abortSignal: signal }),
      dimensions,
    }),
  ).catch((error: unknown) => {
    signal?.throwIfAborted()
    throw faultOf(error)
  })
  if (embeddings.length !== values.length || embeddings.some((vector) => vector.length < dimensions))
    throw new ProviderFault('PROVIDER_MALFORMED', {
      cause: new Error(`There should be ${values.length} vectors of ${dimensions} numbers.`),
    })
  return embeddings.map((vector) => unit(vector, dimensions))
}

/** Models that can't shorten their vectors put the most important dimensions first, or any order works. */
function unit(vector: readonly number[], dimensions: number): Float32Array {
  const cut = Float32Array.from(vector.slice(0, dimensions))
  const length = Math.hypot(...cut)
  return length > 0 && Number.isFinite(length)
    ? cut.map((value) => value / length)
    : new Float32Array(dimensions)
}
