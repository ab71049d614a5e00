import type { PastedText, QuestionParts } from './pasted-text.ts'

/** The question with a pasted text at the end of its words, and not beside them any more. */
export const unfolded = (question: QuestionParts, { id, text }: PastedText): QuestionParts => ({
  ...question,
  text: question.text === '' ? text : `${question.text}\n\n${text}`,
  pasted: question.pasted.filter((one) => one.id !== id),
})
