import type { KnowledgeBase } from '@atrium/contract'
import { fields, number, oneOf, type Parse, text } from '../../lib/parse.ts'
import { stored } from '../../lib/stored.ts'
import type { BasesPlace } from './queries.ts'

/** A list as it is shown: some of so many. */
export type BasesList = { bases: KnowledgeBase[]; count: number }

/** What is drawn of a base; whatever an older page kept without it is none. */
const drawn = fields({
  id: text,
  room: fields({ id: text, name: text }),
  rag_name: text,
  description: text,
  state: fields({ status: text, partsDone: number }),
  fileCount: number,
  sourceCount: number,
  failedCount: number,
  sizeBytes: number,
  created_at: text,
  updated_at: text,
  mayEdit: oneOf(true, false),
})
const isBase = (value: unknown): value is KnowledgeBase => drawn(value) !== null
const readBases: Parse<KnowledgeBase[]> = (value) =>
  Array.isArray(value) && value.every(isBase) ? value : null
const readList: Parse<BasesList> = fields({ bases: readBases, count: number })

/** The list of a room, or of an account, as the browser last had it: it shows at once while it is asked for anew (KB-04). */
export const basesCache = ({ accountId, roomId }: BasesPlace, storage?: () => Storage) =>
  stored(`knowledgeBases.${accountId}.${roomId ?? 'all'}`, readList, storage)
