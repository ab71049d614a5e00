import type { FileId } from '@atrium/contract'
import { setTimeout as rest } from 'node:timers/promises'
import type { Actor } from '../../chats/index.ts'
import { statesOf } from '../../retrieval/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import type { AnswerPorts } from '../ports.ts'

const pollMs = 300

/**
 * Waits until the documents of a question are indexed or have failed, up to the maximum wait; less when the turn is aborted.
 * Holds no transaction meanwhile.
 */
export async function waitForDocuments(
  { database, documentWaitMs }: Pick<AnswerPorts, 'database' | 'documentWaitMs'>,
  actor: Actor,
  fileIds: readonly FileId[],
  signal: AbortSignal,
): Promise<void> {
  if (fileIds.length === 0) return
  const giveUpAt = performance.now() + documentWaitMs
  while (!signal.aborted) {
    const states = await inTenant(database, actor, (trx) => statesOf(trx, actor.accountId, fileIds))
    const isBeingRead = fileIds.some((id) => {
      const status = states.get(id)?.status
      return status === 'PENDING' || status === 'ONGOING'
    })
    if (!isBeingRead || performance.now() >= giveUpAt) return
    await rest(pollMs, undefined, { signal }).catch(() => undefined)
  }
}
