import type { AccountId } from '@atrium/contract'
import { createQuestionDrafts } from '../turns/composer-draft.ts'
import type { FilledTemplate } from './filled-template.ts'

const drafts = createQuestionDrafts()
let pending: { accountId: AccountId; filled: FilledTemplate } | null = null

/** Puts a filled template into the composer of the next new chat, below what already waits there. */
export function fillComposer(accountId: AccountId, filled: FilledTemplate): void {
  const name = `new.${accountId}`
  const before = drafts.read(name)
  const isEmpty = before.text.trim() === ''
  drafts.write(name, {
    ...before,
    text: isEmpty ? filled.text : `${before.text}\n\n${filled.text}`,
    mentions: isEmpty ? [] : before.mentions,
  })
  pending = { accountId, filled }
}

/** Returns what `fillComposer` put into the composer of the new chat that opens, once. */
export function takeFilled(accountId: AccountId): FilledTemplate | null {
  const filled = pending?.accountId === accountId ? pending.filled : null
  if (filled) pending = null
  return filled
}
