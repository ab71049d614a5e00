import { KnowledgeBase } from '@atrium/contract'
import { fields, number, type Parse } from '../../lib/parse.ts'
import { stored } from '../../lib/stored.ts'
import type { BasesPlace } from './queries.ts'

/** A list as it is shown: some of so many. */
export type BasesList = { bases: KnowledgeBase[]; count: number }

const readBases: Parse<KnowledgeBase[]> = (value) => {
  if (!Array.isArray(value)) return null
  const bases = value.flatMap((base: unknown) => KnowledgeBase.safeParse(base).data ?? [])
  return bases.length === value.length ? bases : null
}
const readList: Parse<BasesList> = fields({ bases: readBases, count: number })

/** The list of a room, or of an account, as the browser last had it: it shows at once while it is asked for anew (KB-04). */
export const basesCache = ({ accountId, roomId }: BasesPlace, storage?: () => Storage) =>
  stored(`knowledgeBases.${accountId}.${roomId ?? 'all'}`, readList, storage)
