import { listKnowledgeBases, type KnowledgeBase } from '@atrium/contract'
import { stored } from '../../lib/stored.ts'
import type { BasesPlace } from './queries.ts'

/** A list as it is shown: some of so many. */
export type BasesList = { bases: KnowledgeBase[]; count: number }

const reply = listKnowledgeBases.reply.json
const fromReply = (value: unknown): BasesList | null => {
  const { data } = reply.safeParse(value)
  return data ? { bases: data.data, count: data.count } : null
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
