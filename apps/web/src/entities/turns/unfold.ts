import type { PastedText, QuestionParts } from './pasted-text.ts'

/** Returns the question with a pasted text moved to the end of its text. */
export const unfolded = (question: QuestionParts, { id, text }: PastedText): QuestionParts => ({
  ...question,
  text: question.text === '' ? text : `${question.text}\n\n${text}`,
  pasted: question.pasted.filter((one) => one.id !== id),
})
