import type { AccountId } from '@atrium/contract'
import { createQuestionDrafts } from '../turns/composer-draft.ts'

const drafts = createQuestionDrafts()

/** Puts a text into the composer of the next new chat, below what already waits there. */
export function fillComposer(accountId: AccountId, text: string): void {
  const name = `new.${accountId}`
  const before = drafts.read(name)
  const isEmpty = before.text.trim() === ''
  drafts.write(name, {
    ...before,
    text: isEmpty ? text : `${before.text}\n\n${text}`,
    mentions: isEmpty ? [] : before.mentions,
  })
}
