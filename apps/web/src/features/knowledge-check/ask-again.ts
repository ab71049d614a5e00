import { createQuestionDrafts } from '../composing/composer-draft.ts'
import type { RoomPlace } from '../context-files/queries.ts'

const drafts = createQuestionDrafts()

/** Writes a question into the composer of a new chat, after what stands there unsent. */
export function askAgain({ accountId }: RoomPlace, question: string): void {
  const name = `new.${accountId}`
  const draft = drafts.read(name)
  drafts.write(name, { ...draft, text: draft.text === '' ? question : `${draft.text}\n${question}` })
}
