import {
  type ChatId,
  documentEndingOf,
  type FileId,
  type Mention,
  type MessageId,
  type RoomId,
  type TablePart,
} from '@atrium/contract'
import { type Attached, isPicture } from '../../attachments/index.ts'
import type { Actor } from '../../chats/index.ts'
import { spreadsheetsOfRoom } from '../../knowledge/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { fileIdsIn } from './mentions.ts'
import type { SearchPlan } from './plan-search.ts'

/** A spreadsheet that an answer may query. */
export type SpreadsheetFile = {
  fileId: FileId
  name: string
  storageKey: string
  ending: 'csv' | 'xls' | 'xlsx'
  of: 'question' | 'room'
}

/** The spreadsheets of a question, and what was queried before. */
export type TablesMaterial = {
  chatId: ChatId
  roomId: RoomId
  files: readonly SpreadsheetFile[]
  /** Whether questions of the conversation have them attached or mention them; otherwise they are the room's. */
  isNamed: boolean
  /** Queries by an earlier writer of the answer, or by the answer that it continues. */
  found: readonly TablePart[]
  /** False when the answer only continues a text. */
  mayQuery: boolean
  /** The search plan without these files: their rows are not searched as passages as well. */
  search: SearchPlan | null
}

/** Maximum spreadsheets for one answer. */
const maxFiles = 8

type Asked = {
  chatId: ChatId
  roomId: RoomId
  messageId: MessageId
  mentions: readonly Mention[]
  attachments: ReadonlyMap<MessageId, readonly Attached[]>
  usesRoomFiles: boolean
}

/**
 * Returns the spreadsheets that a question can query: those attached to it or to earlier questions, and mentioned ones; otherwise the
 * newest of the room, where its files are in use.
 */
export async function findSpreadsheets(
  trx: TenantTransaction,
  { accountId }: Actor,
  asked: Asked,
): Promise<Pick<TablesMaterial, 'files' | 'isNamed'> | null> {
  const place = { accountId, roomId: asked.roomId }
  const own = asked.attachments.get(asked.messageId) ?? []
  const earlier = [...asked.attachments]
    .toReversed()
    .flatMap(([id, files]) => (id === asked.messageId ? [] : files))
  const attached = [...new Map([...own, ...earlier].map((file) => [file.id, file])).values()]
    .filter((file) => !isPicture(file))
    .flatMap((file) => spreadsheet(file, 'question'))
  const mentionedIds = fileIdsIn(asked.mentions)
  const mentioned =
    mentionedIds.length === 0
      ? []
      : (await spreadsheetsOfRoom(trx, place, mentionedIds, maxFiles)).flatMap((file) =>
          spreadsheet(file, 'room'),
        )
  const named = [...attached, ...mentioned].slice(0, maxFiles)
  if (named.length > 0) return { files: named, isNamed: true }
  if (!asked.usesRoomFiles) return null
  const ofRoom = (await spreadsheetsOfRoom(trx, place, null, maxFiles)).flatMap((file) =>
    spreadsheet(file, 'room'),
  )
  return ofRoom.length > 0 ? { files: ofRoom, isNamed: false } : null
}

function spreadsheet(
  { id: fileId, name, storageKey }: { id: FileId; name: string; storageKey: string },
  of: SpreadsheetFile['of'],
): SpreadsheetFile[] {
  const ending = documentEndingOf(name)
  return ending === 'csv' || ending === 'xls' || ending === 'xlsx'
    ? [{ fileId, name, storageKey, ending, of }]
    : []
}
