import { createQuestionDrafts } from '../../entities/turns/composer-draft.ts'
import type { RoomPlace } from '../../entities/files/context-files.ts'

const drafts = createQuestionDrafts()

/** Puts a question into a new chat's composer, after its unsent text. */
export function askAgain({ accountId }: RoomPlace, question: string): void {
  const name = `new.${accountId}`
  const draft = drafts.read(name)
  drafts.write(name, { ...draft, text: draft.text === '' ? question : `${draft.text}\n${question}` })
}
