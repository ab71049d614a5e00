import { existsSync } from 'node:fs'
import type { AccountId, FileId } from '@atrium/contract'
import type { Embedder } from '@atrium/server/models/index.ts'
import { modelsUnderTest } from '@atrium/server/models/testing/models-for-tests.ts'
import { embedQuery, type QueryVector } from '@atrium/server/passages/index.ts'
import { openShelf, type Shelf } from '@atrium/server/passages/passages-for-tests.ts'
import { startModelProvider } from '@atrium/sandbox'
import { startTestPostgres } from '@atrium/testkit/test-postgres.ts'
import { percentile } from '../statistics.ts'
import { ndcgAt10 } from './ndcg.ts'
import { type QuestionSet, readQuestionSets } from './question-sets.ts'

/** How well and how fast words alone find what answers a question. */
export type RetrievalMeasured = {
  sets: {
    name: string
    questions: number
    /** By words alone, and by words and the sandbox's vectors, which are hashes of words. */
    ndcg: number
    withVectors: number
    baseline: number | null
  }[]
  speed: RetrievalSpeed | null
}
export type RetrievalSpeed = { passages: number; passagesASecond: number; p50Ms: number; p95Ms: number }

export type RetrievalOptions = {
  /** A folder of question sets. */
  folder: string
  /** How many passages the scope has in which the speed is measured; 0 leaves that out. */
  passages: number
}

/** Puts the texts of each set through the product's own indexing, asks its questions, and looks what is found. Null where there are no sets. */
export async function measureRetrieval(
  { folder, passages }: RetrievalOptions,
  say: (line: string) => void,
): Promise<RetrievalMeasured | null> {
  if (!existsSync(folder)) {
    say(`There are no question sets in ${folder}: the search in files is not measured.`)
    return null
  }
  await using started = new AsyncDisposableStack()
  const sets = await readQuestionSets(folder)
  const postgres = await startTestPostgres()
  started.defer(() => postgres.stop())
  const shelf = await openShelf(postgres.host)
  started.defer(() => shelf.close())
  const { embedder, close } = await startEmbedder()
  started.defer(close)
  const measured: RetrievalMeasured['sets'] = []
  for (const set of sets) {
    const { ndcg, withVectors } = await qualityOf(shelf, set, embedder)
    say(`${set.name}: nDCG@10 ${ndcg.toFixed(3)}, with vectors ${withVectors.toFixed(3)}`)
    measured.push({
      name: set.name,
      questions: set.questions.length,
      ndcg,
      withVectors,
      baseline: set.baseline,
    })
  }
  return { sets: measured, speed: passages > 0 ? await speedOf(shelf, sets, passages, say) : null }
}

/** The mean over its questions; of each text its best passage counts. */
async function qualityOf(
  shelf: Shelf,
  { name, documents, questions }: QuestionSet,
  embedder: Embedder,
): Promise<{ ndcg: number; withVectors: number }> {
  const accountId = await shelf.openAccount()
  const idOf = new Map<FileId, string>()
  const add = async ({ id, title, text }: QuestionSet['documents'][number]) => {
    const fileName = `${title.replaceAll(/\s+/g, ' ').slice(0, 200) || id}.txt`
    const fileId = await shelf.put(accountId, name, fileName, text)
    await shelf.index(accountId, fileId, { embedder })
    idOf.set(fileId, id)
  }
  const waiting = documents.values()
  await Promise.all(
    Array.from({ length: readersAtOnce }, async () => {
      for (const document of waiting) await add(document)
    }),
  )
  const sums = { ndcg: 0, withVectors: 0 }
  for (const question of questions) {
    const ndcgWith = async (near: QueryVector | null) => {
      const { found } = await shelf.search(accountId, [name], question.text, { most: 100, near })
      const ids = new Set(found.map(({ fileId }) => idOf.get(fileId) ?? ''))
      return ndcgAt10([...ids], question.grades)
    }
    sums.ndcg += await ndcgWith(null)
    sums.withVectors += await ndcgWith(await embedQuery({ embedder, log: shelf.ports.log }, question.text))
  }
  return { ndcg: sums.ndcg / questions.length, withVectors: sums.withVectors / questions.length }
}

/** Files that are read at the same time, as the worker does. */
const readersAtOnce = 2

const modelsFile = `baseModel: small
providers:
  - { name: sandbox, displayName: Sandbox, protocol: openai-compatible, sandbox: true, baseUrl: ['\${OPENAI_COMPATIBLE_BASE_URL}'] }
models:
  - { id: small, provider: sandbox, model: small, displayName: Small, description: Small., category: Basic, contextLimit: 32000, maxOutputTokens: 8000, speed: 5, quality: 2, price: { input: 1, cachedInput: 0.1, output: 5 } }
embeddings: [{ provider: sandbox, model: sandbox-embedder, dimensions: 384 }]
`

/** The sandbox's model of vectors, over HTTP as any other. */
async function startEmbedder(): Promise<{ embedder: Embedder; close: () => Promise<void> }> {
  const provider = await startModelProvider({ pace: { firstTokenMs: 0, perSecond: Infinity } })
  const { models, close } = await modelsUnderTest(
    { OPENAI_COMPATIBLE_BASE_URL: `${provider.url}/v1` },
    { yaml: modelsFile },
  )
  if (!models.embedder) throw new Error('The sandbox makes vectors.')
  return {
    embedder: models.embedder,
    close: async () => {
      await close()
      await provider.close()
    },
  }
}

const passagesOfFile = 1000
const searches = 200

async function speedOf(
  shelf: Shelf,
  sets: readonly QuestionSet[],
  passages: number,
  say: (line: string) => void,
): Promise<RetrievalSpeed> {
  const accountId = await shelf.openAccount()
  say(`one scope of ${passages} passages …`)
  const passagesASecond = await fill(shelf, accountId, sets, passages)
  await shelf.data.database.pool.query('vacuum analyze indexed_file, passage, posting')
  const questions = sets.flatMap((set) => set.questions.map(({ text }) => text))
  const every = Math.max(1, Math.floor(questions.length / searches))
  const asked = questions.filter((_, index) => index % every === 0).slice(0, searches)
  const took: number[] = []
  // The first round opens connections and has statements prepared.
  for (const round of [0, 1])
    for (const question of asked) {
      const from = performance.now()
      await shelf.search(accountId, ['filled'], question, { most: 40 })
      if (round === 1) took.push(performance.now() - from)
    }
  return { passages, passagesASecond, p50Ms: percentile(took, 0.5), p95Ms: percentile(took, 0.95) }
}

/** Fills the scope with texts of all sets, again and again, in another order each time; returns how many passages a second. */
async function fill(
  shelf: Shelf,
  accountId: AccountId,
  sets: readonly QuestionSet[],
  passages: number,
): Promise<number> {
  const texts = sets.flatMap(({ documents }) => documents.map(({ text }) => text.slice(0, 1900)))
  const from = performance.now()
  let written = 0
  for (let file = 0; written < passages; file += 1) {
    const count = Math.min(passagesOfFile, passages - written)
    const some = Array.from({ length: count }, (_, index) => textAt(file * passagesOfFile + index))
    await shelf.add(accountId, 'filled', `File ${file}.txt`, some.join('\n\n'))
    written = await writtenIn(shelf, accountId)
  }
  return written / ((performance.now() - from) / 1000)

  // A prime step goes through all texts before one comes again.
  function textAt(index: number): string {
    return texts[(index * 7919) % texts.length]?.replaceAll(/\s+/g, ' ') ?? ''
  }
}

async function writtenIn(shelf: Shelf, accountId: AccountId): Promise<number> {
  const { passagesSearched } = await shelf.search(accountId, ['filled'], '')
  return passagesSearched
}
