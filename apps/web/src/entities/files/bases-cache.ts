import type { KnowledgeBase } from '@atrium/contract'
import { fields, number, oneOf, type Parse, text } from '../../lib/text/parse.ts'
import { stored } from '../../lib/stored.ts'
import type { KnowledgePlace } from './context-files.ts'

/** A displayed list: a page of a total. */
export type BasesList = { bases: KnowledgeBase[]; count: number }

/** The displayed fields of a base; entries of older pages without them are dropped. */
const drawn = fields({
  id: text,
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
const drawnRoom = fields({ room: fields({ id: text, name: text }) })
const servesAll = (value: unknown) =>
  typeof value === 'object' && value !== null && 'room' in value && value.room === null
const isBase = (value: unknown): value is KnowledgeBase =>
  drawn(value) !== null && (servesAll(value) || drawnRoom(value) !== null)
const readBases: Parse<KnowledgeBase[]> = (value) =>
  Array.isArray(value) && value.every(isBase) ? value : null
const readList: Parse<BasesList> = fields({ bases: readBases, count: number })

/** The cached list of a room or account: shows at once while it reloads (KB-04). */
export const basesCache = ({ accountId, roomId }: KnowledgePlace, storage?: () => Storage) =>
  stored(`knowledgeBases.${accountId}.${roomId ?? 'all'}`, readList, storage)
