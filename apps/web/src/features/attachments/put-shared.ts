import type { AccountId } from '@atrium/contract'
import { addToNewDraft, newDraftName } from '../../entities/turns/composer-draft.ts'
import { takeShared } from '../../lib/device/shared-content.ts'
import { keepForDraft } from './unsent-pictures.ts'

/** Puts what another app shared into the composer of the account's next new chat, which uploads the files. */
export async function putShared(accountId: AccountId): Promise<void> {
  const shared = await takeShared()
  if (shared === null) return
  if (shared.text !== '') addToNewDraft(accountId, shared.text)
  for (const file of shared.files) await keepForDraft(newDraftName(accountId), file)
}
