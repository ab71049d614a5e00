import { existsSync } from 'node:fs'
import type { SourcesPart } from '@atrium/contract'
import { startModelProvider } from '@atrium/sandbox'
import { collectPostings } from '@atrium/server/retrieval/index/postings.ts'
import { wordsOfPassage } from '@atrium/server/retrieval/index/words-of-passage.ts'
import { connect } from '@atrium/server/platform/database/index.ts'
import { createLog } from '@atrium/server/platform/log.ts'
import { percentile } from '../statistics.ts'
import { startAtrium } from '../streaming/atrium.ts'
import { type Person, questionOf, questionUrl, signUpPeople } from '../streaming/people.ts'
import { type QuestionSet, readQuestionSets } from './question-sets.ts'

const few = 100
const many = 20_000
/** A file is the beginning of a text of the sets, in UTF-16 units. */
const maxHitsPerFile = 400
const asked = 60

type Asked = {
  files: number
  searchP50Ms: number
  searchP95Ms: number
  firstTokenP50Ms: number
  /** For the same questions, without a search in the files of the room. */
  firstTokenWithoutP50Ms: number
}

/** The time of a question in a room with few files, and in one with many. */
export type ManyFilesMeasured = { few: Asked; many: Asked }

/**
 * Fills one room of each of two people with indexed files on the real server, and asks the questions of a folder's sets. Null if there are
 * no sets.
 */
export async function measureManyFiles(
  folder: string,
  say: (line: string) => void,
): Promise<ManyFilesMeasured | null> {
  if (!existsSync(folder)) return null
  const sets = await readQuestionSets(folder)
  await using started = new AsyncDisposableStack()
  const provider = await startModelProvider({ pace: { firstTokenMs: 0, perSecond: Infinity } })
  started.defer(() => provider.close())
  const atrium = await startAtrium({ providerUrl: provider.url })
  started.defer(() => atrium.end())
  const [one, other] = (await signUpPeople(atrium, 2)) as [Person, Person]
  say(`a room of ${few} files and one of ${many} …`)
  const database = connect(atrium.databaseAddress, {
    log: createLog({ level: 'silent' }),
    maxConnections: 1,
    statementTimeoutMs: 0,
  })
  try {
    const run: Run = (text, ...values) => database.pool.query(text, values)
    await fill(run, one, few, sets)
    await fill(run, other, many, sets)
    await run('vacuum analyze indexed_file, passage, posting, scope_figures')
  } finally {
    await database.close()
  }
  const questions = sets.flatMap((set) => set.questions.map(({ text }) => text))
  const step = Math.max(1, Math.floor(questions.length / asked))
  const chosen = questions.filter((_, index) => index % step === 0).slice(0, asked)
  const url = questionUrl(atrium)
  return { few: await askAll(url, one, few, chosen), many: await askAll(url, other, many, chosen) }
}

async function askAll(
  url: string,
  person: Person,
  files: number,
  questions: readonly string[],
): Promise<Asked> {
  const took: { firstTokenMs: number; searchMs: number }[] = []
  const withoutMs: number[] = []
  // The first round has statements prepared.
  for (const round of [0, 1])
    for (const question of questions) {
      const times = await askOne(url, person, question)
      const without = await askOne(url, person, question, { usesRoomFiles: false })
      if (round === 0) continue
      took.push(times)
      withoutMs.push(without.firstTokenMs)
    }
  const searches = took.map(({ searchMs }) => searchMs)
  return {
    files,
    searchP50Ms: percentile(searches, 0.5),
    searchP95Ms: percentile(searches, 0.95),
    firstTokenP50Ms: percentile(
      took.map(({ firstTokenMs }) => firstTokenMs),
      0.5,
    ),
    firstTokenWithoutP50Ms: percentile(withoutMs, 0.5),
  }
}

/** Milliseconds to the first token of the answer, and those spent in the search. */
async function askOne(
  url: string,
  person: Person,
  text: string,
  { usesRoomFiles = true }: { usesRoomFiles?: boolean } = {},
): Promise<{ firstTokenMs: number; searchMs: number }> {
  const { headers, body } = questionOf(person, 'bench-4x1000@0')
  const question = JSON.parse(body) as { ask: { text: string } }
  question.ask.text = text
  const from = performance.now()
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ...question, usesRoomFiles }),
  })
  if (!response.ok || !response.body) throw new Error(`A question was refused: ${await response.text()}`)
  let [firstTokenMs, said] = [0, '']
  for await (const bytes of response.body) {
    said += Buffer.from(bytes).toString()
    if (firstTokenMs === 0 && said.includes('"text-delta"')) firstTokenMs = performance.now() - from
  }
  if (!usesRoomFiles && firstTokenMs > 0) return { firstTokenMs, searchMs: 0 }
  const received = said.split('\n').find((line) => line.startsWith('data: {"type":"data-sources"'))
  if (!received || firstTokenMs === 0)
    throw new Error('A question was not answered, or its answer has no sources.')
  const { data } = JSON.parse(received.slice('data: '.length)) as { data: Pick<SourcesPart, 'trace'> }
  return { firstTokenMs, searchMs: data.trace.durationMs }
}

type Run = (text: string, ...values: unknown[]) => Promise<unknown>

const filesAtOnce = 1000

/** Writes files of one passage each as the product would have read them. */
async function fill(run: Run, person: Person, count: number, sets: readonly QuestionSet[]): Promise<void> {
  const texts = sets.flatMap(({ documents }) => documents.map(({ text }) => text.slice(0, maxHitsPerFile)))
  for (let from = 0; from < count; from += filesAtOnce) {
    const files = Array.from({ length: Math.min(filesAtOnce, count - from) }, (_, index) => {
      // A prime step visits all texts before repeating one.
      const text = texts[((from + index) * 7919) % texts.length] ?? ''
      const number = (from + index).toString(16).padStart(12, '0')
      return {
        id: `file_01890000-0000-7000-8000-${number}`,
        name: `Note ${from + index}.txt`,
        text: text.replaceAll('\0', ' '),
      }
    })
    await writeFiles(run, person, files)
  }
}

async function writeFiles(
  run: Run,
  { accountId, roomId }: Person,
  files: readonly { id: string; name: string; text: string }[],
): Promise<void> {
  const rows = files.map((file) => {
    const passage = wordsOfPassage({ text: file.text, place: {} }, file.name)
    const collected = collectPostings()
    collected.add(0, passage)
    return { ...file, words: passage.words, postings: collected.take() }
  })
  const columns = [rows.map(({ id }) => id), rows.map(({ name }) => name), rows.map(({ words }) => words)]
  await run(
    `insert into indexed_file (account_id, file_id, scope_id, storage_key, name, status, passages, words, tokens, summary, finished_at)
    select $1, id, $2, 'none', name, 'COMPLETED', 1, words, words * 2, 'File: ' || name, now()
    from unnest($3::text[], $4::text[], $5::int[]) as file (id, name, words)`,
    accountId,
    roomId,
    ...columns,
  )
  await run(
    `insert into passage (account_id, file_id, position, text, place, words, tokens)
    select $1, id, 0, text, '{}', words, words * 2
    from unnest($2::text[], $3::text[], $4::int[]) as file (id, text, words)`,
    accountId,
    columns[0],
    rows.map(({ text }) => text),
    columns[2],
  )
  const postings = rows.flatMap(({ id, postings: own }) => own.map((posting) => ({ id, ...posting })))
  await run(
    `insert into posting (account_id, scope_id, stem, file_id, entries)
    select $1, $2, stem, id, entries from unnest($3::text[], $4::text[], $5::bytea[]) as posting (stem, id, entries)`,
    accountId,
    roomId,
    postings.map(({ stem }) => stem),
    postings.map(({ id }) => id),
    postings.map(({ entries }) => entries),
  )
}
