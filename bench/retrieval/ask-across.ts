import { call } from '@atrium/testkit/api-client.ts'
import { atOnce } from './at-once.ts'
import type { RoomOfSet } from './bring-texts.ts'
import type { QuestionSet } from './question-sets.ts'
import type { SignedIn } from './signed-in.ts'

/** Share (0 to 1) of a number of questions of one set that find nothing in the texts of another. */
export type Across = { questions: string; texts: string; asked: number; foundNothing: number }

const maxQuestions = 100
const questionsAtOnce = 4

/** Asks questions of each set in the room of each other one, evenly chosen. Translations of a set don't count as others. */
export async function askAcross(
  signedIn: SignedIn,
  rooms: readonly { set: QuestionSet; room: RoomOfSet }[],
  say: (line: string) => void,
): Promise<Across[]> {
  const measured: Across[] = []
  for (const { set } of rooms)
    for (const { set: other, room } of rooms) {
      if (isTranslation(set, other)) continue
      const step = Math.max(1, Math.floor(set.questions.length / maxQuestions))
      const chosen = set.questions.filter((_, index) => index % step === 0).slice(0, maxQuestions)
      const found = await atOnce(questionsAtOnce, chosen, async ({ text }) => {
        const { data } = await call('searchKnowledge', await signedIn(), {
          params: { roomId: room.roomId },
          query: { query: text, most: '1' },
        })
        return data.found.length
      })
      const foundNothing = found.filter((count) => count === 0).length / chosen.length
      say(
        `${set.name} asked of ${other.name}: ${(foundNothing * 100).toFixed(0)} % of ${chosen.length} found nothing`,
      )
      measured.push({ questions: set.name, texts: other.name, asked: chosen.length, foundNothing })
    }
  return measured
}

/** Sets are translations of each other if their questions have the same ids; a set also counts as one of itself. */
export const isTranslation = (one: QuestionSet, other: QuestionSet): boolean =>
  one.questions[0]?.id === other.questions[0]?.id
