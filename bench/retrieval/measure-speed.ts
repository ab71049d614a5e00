import type { AccountId } from '@atrium/contract'
import { openTestIndex, type TestIndex } from '@atrium/server/retrieval/retrieval-for-tests.ts'
import { startTestPostgres } from '@atrium/testkit/test-postgres.ts'
import { percentile } from '../statistics.ts'
import type { QuestionSet } from './question-sets.ts'

/** Speed of writing passages, and of finding them among a number of passages by words alone. */
export type RetrievalSpeed = { passages: number; passagesASecond: number; p50Ms: number; p95Ms: number }

const passagesOfFile = 1000
const searches = 200

/** Fills one scope and searches it, without HTTP. */
export async function measureSpeed(
  sets: readonly QuestionSet[],
  passages: number,
  say: (line: string) => void,
): Promise<RetrievalSpeed> {
  await using started = new AsyncDisposableStack()
  const postgres = await startTestPostgres()
  started.defer(() => postgres.stop())
  const testIndex = await openTestIndex(postgres.host)
  started.defer(() => testIndex.close())
  const accountId = await testIndex.openAccount()
  say(`one scope of ${passages} passages …`)
  const passagesASecond = await fill(testIndex, accountId, sets, passages)
  await testIndex.data.database.pool.query('vacuum analyze indexed_file, passage, posting')
  const questions = sets.flatMap((set) => set.questions.map(({ text }) => text))
  const every = Math.max(1, Math.floor(questions.length / searches))
  const asked = questions.filter((_, index) => index % every === 0).slice(0, searches)
  const took: number[] = []
  // The first round opens connections and has statements prepared.
  for (const round of [0, 1])
    for (const question of asked) {
      const from = performance.now()
      await testIndex.search(accountId, ['filled'], question, { most: 40 })
      if (round === 1) took.push(performance.now() - from)
    }
  return { passages, passagesASecond, p50Ms: percentile(took, 0.5), p95Ms: percentile(took, 0.95) }
}

/** Fills the scope with texts of all sets, again and again, in another order each time; returns how many passages a second. */
async function fill(
  testIndex: TestIndex,
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
    await testIndex.add(accountId, 'filled', `File ${file}.txt`, some.join('\n\n'))
    written = await writtenIn(testIndex, accountId)
  }
  return written / ((performance.now() - from) / 1000)

  // A prime step visits all texts before repeating one.
  function textAt(index: number): string {
    return texts[(index * 7919) % texts.length]?.replaceAll(/\s+/g, ' ') ?? ''
  }
}

async function writtenIn(testIndex: TestIndex, accountId: AccountId): Promise<number> {
  const { passagesSearched } = await testIndex.search(accountId, ['filled'], '')
  return passagesSearched
}
