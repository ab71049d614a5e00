import { modelRulesOf } from '../accounts/index.ts'
import { isAllowedBy } from '../models/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Actor } from './access.ts'
import type { RoomPorts } from './room-ports.ts'

/**
 * Returns a room's requested models, each once. Newly allowed ones must exist and be allowed by the account; those allowed before
 * stay, whatever became of them, so that the room can be saved. INVALID_INPUT.
 */
export async function requestedModels(
  trx: Transaction,
  { modelIds }: Pick<RoomPorts, 'modelIds'>,
  { accountId }: Actor,
  wanted: readonly string[] | null,
  before: readonly string[] | null = null,
): Promise<string[] | null> {
  if (wanted === null) return null
  const { allowedModelIds } = await modelRulesOf(trx, accountId)
  const offered = modelIds().filter((modelId) => isAllowedBy(allowedModelIds, modelId))
  const known = new Set([...offered, ...(before ?? [])])
  const unknown = wanted.filter((modelId) => !known.has(modelId))
  if (unknown.length > 0) {
    const message = `The account offers no model called ${unknown.join(', ')}.`
    fail('INVALID_INPUT', { issues: [{ path: 'body.allowedModelIds', message }] })
  }
  return [...new Set(wanted)]
}
