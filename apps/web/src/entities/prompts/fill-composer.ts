import type { AccountId } from '@atrium/contract'
import { addToNewDraft } from '../turns/composer-draft.ts'
import type { FilledTemplate } from './filled-template.ts'

let pending: { accountId: AccountId; filled: FilledTemplate } | null = null

/** Puts a filled template into the composer of the next new chat, below what already waits there. */
export function fillComposer(accountId: AccountId, filled: FilledTemplate): void {
  addToNewDraft(accountId, filled.text)
  pending = { accountId, filled }
}

/** Returns what `fillComposer` put into the composer of the new chat that opens, once. */
export function takeFilled(accountId: AccountId): FilledTemplate | null {
  const filled = pending?.accountId === accountId ? pending.filled : null
  if (filled) pending = null
  return filled
}
