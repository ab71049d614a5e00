import type { ConnectedProviders } from './connected-providers.ts'
import type { EmbeddingMaker } from './embedding-models.ts'
import { faultOf } from './fault-of.ts'
import type { EmbeddingRow, ModelsFile } from './models-file.ts'
import { ProviderFault } from './provider-fault.ts'

/** What turns texts into vectors of length 1, near one another where the texts mean like things. */
export interface Embedder {
  /** Says whose vectors they are: those of another name cannot be compared with these. */
  readonly name: string
  readonly dimensions: number
  /** One vector for each text, in their order. Throws a `ProviderFault`, or the reason of `signal` when that ended it. */
  embed(texts: readonly string[], options?: { signal?: AbortSignal }): Promise<Float32Array[]>
}

/** Longer texts are cut: models refuse them, and passages are shorter by far. */
const mostCharacters = 8_000

/** The first model of the file whose provider is configured; null when there is none. */
export function embedderOf(file: ModelsFile, providers: ConnectedProviders): Embedder | null {
  for (const row of file.embeddings) {
    const maker = providers.embeddingMakerOf(row)
    if (maker) return embedder(row, maker)
  }
  return null
}

const embedder = (row: EmbeddingRow, maker: EmbeddingMaker): Embedder => ({
  name: `${row.provider}/${row.model}/${row.dimensions}`,
  dimensions: row.dimensions,
  async embed(texts, { signal } = {}) {
    const vectors: Float32Array[] = []
    for (let start = 0; start < texts.length; start += row.batch) {
      signal?.throwIfAborted()
      const batch = texts.slice(start, start + row.batch).map((text) => text.slice(0, mostCharacters))
      vectors.push(...(await embedBatch(row, maker, batch, signal)))
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

/** Models that cannot shorten their vectors put what matters most first, or as well there as anywhere. */
function unit(vector: readonly number[], dimensions: number): Float32Array {
  const cut = Float32Array.from(vector.slice(0, dimensions))
  const length = Math.hypot(...cut)
  return length > 0 && Number.isFinite(length)
    ? cut.map((value) => value / length)
    : new Float32Array(dimensions)
}
