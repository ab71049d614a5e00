import type { FileId, RoomId } from '@atrium/contract'
import type { Transaction } from '../platform/database/index.ts'
import { Failure } from '../platform/failure.ts'
import { requireRoomEditor } from '../rooms/index.ts'
import { contextLimitsOf, requireBases } from './context-limits.ts'
import type { Actor, KnowledgePorts } from './knowledge-ports.ts'

/** A file that a form was given for, on behalf of whom it comes. */
export type PendingFile = Actor & {
  id: FileId
  roomId: RoomId
  name: string
  isForBase: boolean
  storageKey: string
}

/** The room, locked, and what its account's plan allows; for who may no longer add to it, the form is worth nothing. */
export async function requireAdder(trx: Transaction, { plans }: KnowledgePorts, pending: PendingFile) {
  try {
    const room = await requireRoomEditor(trx, pending, pending.roomId)
    return {
      room,
      allowed: await (pending.isForBase ? requireBases : contextLimitsOf)(trx, pending, plans),
    }
  } catch (error) {
    throw error instanceof Failure ? new Failure('UPLOAD_REFUSED', { cause: error }) : error
  }
}
