import { keywordsOf } from './keywords.ts'

/** The previous question and answer. */
export type Exchange = { question: string; answer: string }

/** Words that refer to the previous messages. */
const pronoun =
  /(?<![\p{L}\p{M}])(?:it|its|they|them|their|this|that|these|those|he|she|him|his|her|ones?|il|elle|ils|elles|lui|leur|celui|celle|ceux|celles|cela|ça|ces?|cette|cet|nó|họ|ấy|đó|này|kia|هو|هي|هم|هذا|هذه|ذلك|تلك)(?![\p{L}\p{M}])|[它他她这那其]/iu
/** Beginnings that continue the previous messages. */
const goesOn =
  /^\s*(?:(?:and|also|but|so|then|(?:what|how) about|et|mais|alors|aussi|puis|và|còn|thế|vậy|rồi|nhưng|ثم|لكن|ماذا عن)(?![\p{L}\p{M}])|[那而]|还有|以及|و(?=\p{L}))/iu
const longest = 200

/** A question that is complete on its own needs nothing from the conversation. */
function refersBack(question: string): boolean {
  if (question.length > longest) return false
  const keywordCount = keywordsOf(question).length
  return (
    keywordCount <= 1 ||
    (keywordCount <= 4 && goesOn.test(question)) ||
    (keywordCount <= 6 && pronoun.test(question))
  )
}

const maxQuestionKeywords = 8
const maxAnswerKeywords = 6
/** Names and numbers at the beginning of an answer are what the next question is likely about. */
const answerCharacters = 1000

/**
 * Returns the search query: the question unchanged or, when it refers to the conversation, with keywords of the previous question
 * and answer. Uses no model.
 */
export function rewriteQuery(
  question: string,
  before: Exchange | null,
): { query: string; isRewritten: boolean } {
  if (!before || !refersBack(question)) return { query: question, isRewritten: false }
  const said = new Set(keywordsOf(question).map((word) => word.toLowerCase()))
  const answer = before.answer.slice(0, answerCharacters).replaceAll(/\[\d+\]/g, ' ')
  const added = [
    ...keywordsOf(before.question).slice(0, maxQuestionKeywords),
    ...keywordsOf(answer)
      .filter((word) => /^\p{Lu}|\p{N}/u.test(word))
      .slice(0, maxAnswerKeywords),
  ].filter((word) => !said.has(word.toLowerCase()))
  if (added.length === 0) return { query: question, isRewritten: false }
  return { query: `${question.trim()} ${[...new Set(added)].join(' ')}`, isRewritten: true }
}
