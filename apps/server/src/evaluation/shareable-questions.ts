import type { UserId } from '@atrium/contract'
import { keywordStems } from '../answers/index.ts'
import type { AskedQuestion } from '../chats/index.ts'

/** With fewer askers, the author could be guessed. */
const minAskers = 3
const maxStems = 200

/**
 * Returns the questions that may be shown to a viewer: their own, and those that at least three other people asked. A person
 * counts as asking a question when every keyword of it is in one of theirs, so a name or number typed by only one person is never
 * shown (k-anonymity, Sweeney 2002). The viewer doesn't count: asking the same reveals nothing.
 */
export function shareableQuestions(questions: readonly AskedQuestion[], viewerId: UserId): Set<string> {
  const asked = questions.map((one) => ({ ...one, keywords: keywordsOf(one.question) }))
  const askersOf = ({ question, keywords }: { question: string; keywords: Set<string> }) =>
    new Set(
      asked
        .filter(
          (other) =>
            other.askerId !== viewerId &&
            (keywords.size > 0 ? keywords.isSubsetOf(other.keywords) : other.question === question),
        )
        .map(({ askerId }) => askerId),
    )
  return new Set(
    asked
      .filter((one) => one.askerId === viewerId || askersOf(one).size >= minAskers)
      .map(({ question }) => question),
  )
}

const keywordsOf = (question: string) => new Set(keywordStems(question, maxStems))
