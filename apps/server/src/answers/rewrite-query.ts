import { tellingWords } from './telling-words.ts'

/** What was asked and answered last. */
export type Exchange = { question: string; answer: string }

/** Words that stand for something said before. */
const pronoun =
  /(?<![\p{L}\p{M}])(?:it|its|they|them|their|this|that|these|those|he|she|him|his|her|ones?|il|elle|ils|elles|lui|leur|celui|celle|ceux|celles|cela|ça|ces?|cette|cet|nó|họ|ấy|đó|này|kia|هو|هي|هم|هذا|هذه|ذلك|تلك)(?![\p{L}\p{M}])|[它他她这那其]/iu
/** Beginnings that go on from what was said before. */
const goesOn =
  /^\s*(?:(?:and|also|but|so|then|(?:what|how) about|et|mais|alors|aussi|puis|và|còn|thế|vậy|rồi|nhưng|ثم|لكن|ماذا عن)(?![\p{L}\p{M}])|[那而]|还有|以及|و(?=\p{L}))/iu
const longest = 200

/** A question that says by itself what it is about needs nothing of what was said before. */
function refersBack(question: string): boolean {
  if (question.length > longest) return false
  const telling = tellingWords(question).length
  return telling <= 1 || (telling <= 4 && goesOn.test(question)) || (telling <= 6 && pronoun.test(question))
}

const mostOfQuestion = 8
const mostOfAnswer = 6
/** Of an answer, names and numbers of its beginning are what a further question is likely about. */
const answerCharacters = 1000

/**
 * What is searched for: the question as it is or, when it refers to the conversation, with the key words of what was asked and
 * answered last. No model is asked.
 */
export function rewriteQuery(
  question: string,
  before: Exchange | null,
): { query: string; isRewritten: boolean } {
  if (!before || !refersBack(question)) return { query: question, isRewritten: false }
  const said = new Set(tellingWords(question).map((word) => word.toLowerCase()))
  const answer = before.answer.slice(0, answerCharacters).replaceAll(/\[\d+\]/g, ' ')
  const added = [
    ...tellingWords(before.question).slice(0, mostOfQuestion),
    ...tellingWords(answer)
      .filter((word) => /^\p{Lu}|\p{N}/u.test(word))
      .slice(0, mostOfAnswer),
  ].filter((word) => !said.has(word.toLowerCase()))
  if (added.length === 0) return { query: question, isRewritten: false }
  return { query: `${question.trim()} ${[...new Set(added)].join(' ')}`, isRewritten: true }
}
