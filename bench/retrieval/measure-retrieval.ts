import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startModelProvider } from '@atrium/sandbox'
import { startAtrium } from '../streaming/atrium.ts'
import { type Person, signUpPeople } from '../streaming/people.ts'
import { askQuestions } from './ask-questions.ts'
import { askAcross, type Across } from './ask-across.ts'
import { bringTexts, type RoomOfSet } from './bring-texts.ts'
import { measureSpeed, type RetrievalSpeed } from './measure-speed.ts'
import { type QuestionSet, readQuestionSets } from './question-sets.ts'
import { type SignedIn, signedIn } from './signed-in.ts'

/** Quality and speed of retrieval. */
export type RetrievalMeasured = {
  sets: {
    name: string
    questions: number
    /** By words alone, and by words and vectors: the sandbox's, which are hashes of words, unless others were wanted. */
    ndcg: number
    withVectors: number
    baseline: number | null
  }[]
  /** Number of a set's questions that find nothing in the texts of another one. */
  across: Across[]
  speed: RetrievalSpeed | null
}

export type RetrievalOptions = {
  /** A folder of question sets. */
  folder: string
  /** Number of passages in the scope for the speed measurement; 0 skips it. */
  passages: number
  /** The models.yaml whose model makes the vectors; null for the sandbox's. */
  modelsFile: string | null
}

type Say = (line: string) => void

/** Indexes the texts of each set in a running Atrium, asks its questions there and records the results. Null without sets. */
export async function measureRetrieval(
  { folder, passages, modelsFile }: RetrievalOptions,
  say: Say,
): Promise<RetrievalMeasured | null> {
  if (!existsSync(folder)) {
    say(`There are no question sets in ${folder}: the search in files is not measured.`)
    return null
  }
  const sets = [...(await readQuestionSets(folder)), ...(await readQuestionSets(ownSets))]
  return {
    ...(await qualityOf(
      sets,
      path.resolve(modelsFile ?? path.join(import.meta.dirname, 'models.yaml')),
      say,
    )),
    speed: passages > 0 ? await measureSpeed(sets, passages, say) : null,
  }
}

/** Functions of this repository as they once were, with questions and judgements written for them. */
const ownSets = path.join(import.meta.dirname, 'own')

/**
 * Over HTTP only. The texts are uploaded once, to a server with an embedding model, so indexed files have vectors. Then the same data are
 * served without that model, and only word search answers.
 */
async function qualityOf(
  sets: readonly QuestionSet[],
  modelsFile: string,
  say: Say,
): Promise<Pick<RetrievalMeasured, 'sets' | 'across'>> {
  await using started = new AsyncDisposableStack()
  const provider = await startModelProvider({ pace: { firstTokenMs: 0, perSecond: Infinity } })
  started.defer(() => provider.close())
  const dataDir = await mkdtemp(path.join(tmpdir(), 'atrium-bench-'))
  started.defer(() => rm(dataDir, { recursive: true, force: true }))
  const server = {
    providerUrl: provider.url,
    dataDir,
    plansFile: path.join(import.meta.dirname, 'plans.yaml'),
  }
  const { person, rooms, ndcgs: withVectors } = await bringAndAsk({ ...server, modelsFile }, sets, say)
  const { ndcgs, across } = await askByWords(server, person, rooms, say)
  return {
    sets: sets.map(({ name, questions, baseline }, index) => ({
      name,
      questions: questions.length,
      ndcg: ndcgs[index] ?? 0,
      withVectors: withVectors[index] ?? 0,
      baseline,
    })),
    across,
  }
}

type Server = Parameters<typeof startAtrium>[0]
type Room = { set: QuestionSet; room: RoomOfSet }

async function bringAndAsk(
  server: Server,
  sets: readonly QuestionSet[],
  say: Say,
): Promise<{ person: Person; rooms: Room[]; ndcgs: number[] }> {
  await using started = new AsyncDisposableStack()
  const atrium = await startAtrium(server)
  started.defer(() => atrium.end())
  const [person] = (await signUpPeople(atrium, 1)) as [Person]
  const inside = signedIn({ url: atrium.url, ...person })
  const rooms: Room[] = []
  const ndcgs: number[] = []
  for (const set of sets) {
    const from = performance.now()
    const room = await bringTexts(inside, set)
    const seconds = (performance.now() - from) / 1000
    rooms.push({ set, room })
    say(`${set.name}: ${set.documents.length} texts brought and read in ${seconds.toFixed(0)} s`)
    ndcgs.push(await asked(inside, { set, room }, true, say))
  }
  return { person, rooms, ndcgs }
}

async function askByWords(
  server: Server,
  person: Person,
  rooms: readonly Room[],
  say: Say,
): Promise<{ ndcgs: number[]; across: Across[] }> {
  await using started = new AsyncDisposableStack()
  const atrium = await startAtrium(server)
  started.defer(() => atrium.end())
  const inside = signedIn({ url: atrium.url, ...person })
  const ndcgs: number[] = []
  for (const room of rooms) ndcgs.push(await asked(inside, room, false, say))
  return { ndcgs, across: await askAcross(inside, rooms, say) }
}

async function asked(inside: SignedIn, { set, room }: Room, usesVectors: boolean, say: Say): Promise<number> {
  const from = performance.now()
  const ndcg = await askQuestions(inside, room, set, usesVectors)
  const seconds = (performance.now() - from) / 1000
  say(
    `${set.name}: ${set.questions.length} questions asked ${usesVectors ? 'with vectors' : 'by words alone'} in ${seconds.toFixed(0)} s: nDCG@10 ${ndcg.toFixed(3)}`,
  )
  return ndcg
}
