import type { AccountId, CanvasId, ChatId, RoomId, TurnId } from '@atrium/contract'
import type { TenantTransaction, Transaction } from '../../../platform/database/index.ts'
import type { Actor } from '../../homes.ts'

/** A document of the product that people share with a room: a canvas or a chat. */
export type OriginKind = 'canvas' | 'chat'
export type OriginId = CanvasId | ChatId

type SharedDocument = { title: string; roomId: RoomId; markdown: string }

/** How a base reads canvases or chats, which belong to other nouns. */
export type DocumentReader = {
  /** Throws NOT_FOUND or FORBIDDEN unless the actor may share the document. */
  requireSharer(trx: TenantTransaction, actor: Actor, id: OriginId): Promise<void>
  /** Returns the document as the people of its room read it; null when it is deleted or not shared with them. */
  read(trx: Transaction, accountId: AccountId, id: OriginId): Promise<SharedDocument | null>
}

/** Finds the turns of a chat that a passage of its text is from. */
type TurnFinder = {
  findTurns(
    trx: Transaction,
    accountId: AccountId,
    id: ChatId,
    passage: string,
  ): Promise<{ turnId: TurnId; text: string }[]>
}

export type DocumentReaders = { canvas: DocumentReader; chat: DocumentReader & TurnFinder }
