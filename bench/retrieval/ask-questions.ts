import { limits } from '@atrium/contract'
import { call } from '@atrium/testkit/api-client.ts'
import { atOnce } from './at-once.ts'
import type { RoomOfSet } from './bring-texts.ts'
import { ndcgAt10 } from './ndcg.ts'
import type { QuestionSet, SetQuestion } from './question-sets.ts'
import type { SignedIn } from './signed-in.ts'

const questionsAtOnce = 4

/**
 * Searches every base of the room for each question of a set; of each text its best passage counts. Returns the mean nDCG@10.
 * Throws when a question is searched with vectors or without them, and should not be.
 */
export async function askQuestions(
  signedIn: SignedIn,
  room: RoomOfSet,
  { questions }: QuestionSet,
  usesVectors: boolean,
): Promise<number> {
  const scores = await atOnce(questionsAtOnce, questions, async (question) => {
    const found = await search(signedIn, room, question, usesVectors)
    return ndcgAt10(found, question.grades)
  })
  return scores.reduce((sum, score) => sum + score, 0) / scores.length
}

async function search(
  signedIn: SignedIn,
  { roomId, idOf }: RoomOfSet,
  { text }: SetQuestion,
  usesVectors: boolean,
): Promise<string[]> {
  const { data } = await call('searchKnowledge', await signedIn(), {
    params: { roomId },
    query: { query: text, most: String(limits.triedPassagesMost) },
  })
  if (data.usesVectors !== usesVectors)
    throw new Error(`“${text}” was searched ${data.usesVectors ? 'with' : 'without'} vectors.`)
  return [...new Set(data.found.map(({ base, fileName }) => idOf(base?.id ?? '', fileName)))]
}
