import type { KnowledgeBase } from '@atrium/contract'
import { stored } from '../../lib/stored.ts'
import type { BasesPlace } from './queries.ts'

/** A list as it is shown: some of so many. */
export type BasesList = { bases: KnowledgeBase[]; count: number }

/** By hand: the built app has no schemas of replies. What only shows wrong for a moment is not looked at. */
function isBase(value: unknown): value is KnowledgeBase {
  const base = (value ?? {}) as Partial<Record<keyof KnowledgeBase, unknown>>
  const texts = [base.id, base.rag_name, base.description, base.created_at, base.updated_at]
  const numbers = [base.fileCount, base.failedCount, base.sizeBytes]
  return (
    texts.every((text) => typeof text === 'string') &&
    numbers.every((number) => typeof number === 'number') &&
    [base.room, base.state].every((part) => typeof part === 'object' && part !== null) &&
    typeof base.createdBy === 'object'
  )
}

const fromReply = (value: unknown): BasesList | null => {
  const { data, count } = (value ?? {}) as { data?: unknown; count?: unknown }
  const isList = Array.isArray(data) && data.every(isBase) && typeof count === 'number'
  return isList ? { bases: data, count } : null
}

/** The list of a room, or of an account, as the browser last had it: it shows at once while it is asked for anew (KB-04). */
export function basesCache({ accountId, roomId }: BasesPlace, storage?: () => Storage) {
  const kept = stored(
    `knowledgeBases.${accountId}.${roomId ?? 'all'}`,
    (value: unknown) => (fromReply(value) ? value : null),
    storage,
  )
  return {
    read: (): BasesList | null => fromReply(kept.read()),
    write: ({ bases, count }: BasesList) =>
      kept.write({ isError: false, statusCode: 200, data: bases, count }),
    remove: kept.remove,
  }
}
