import type { FileId } from '@atrium/contract'
import type { Transaction } from '../../platform/database/index.ts'
import { Failure } from '../../platform/failure.ts'
import { contextLimitsOf, requireBases } from './context-limits.ts'
import { requireHomeEditor } from '../homes.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import type { Actor } from '../homes.ts'
import type { UploadTarget } from './file-collection.ts'

/** A file with an upload form, and its uploader. */
export type PendingFile = Actor & {
  id: FileId
  /** Its target collection. */
  target: UploadTarget
  name: string
  storageKey: string
}

/** Returns the room or account, locked, with its limits; refuses a form whose owner may no longer add files. */
export async function requireAdder(trx: Transaction, { plans }: KnowledgePorts, pending: PendingFile) {
  try {
    const home = await requireHomeEditor(trx, pending, pending.target.roomId)
    return { home, allowed: await limitsFor(pending.target)(trx, pending, plans) }
  } catch (error) {
    throw error instanceof Failure ? new Failure('UPLOAD_REFUSED', { cause: error }) : error
  }
}

/** The limits of uploads to a collection by the account's plan. */
export const limitsFor = ({ of }: UploadTarget) => (of === 'waiting' ? requireBases : contextLimitsOf)
