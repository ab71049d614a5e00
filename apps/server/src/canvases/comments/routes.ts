import { type CanvasThread, contract, type UserId } from '@atrium/contract'
import { type Database, inTenant, type TenantTransaction } from '../../platform/database/index.ts'
import { type Binding, binding } from '../../platform/http/bind.ts'
import type { Actor, CanvasRow } from '../access.ts'
import { listThreads } from './find-threads.ts'
import {
  beginThread,
  changeComment,
  type ChangedThread,
  deleteComment,
  replyInThread,
  resolveThread,
} from './write-comment.ts'

export type CommentPorts = {
  database: Database
  /** Called when comments on a canvas changed, so that those who have it open see them. */
  onCommented(actor: Actor, canvas: CanvasRow): void
  /** Notifies a person who was mentioned. */
  onMentioned(person: Actor): void
}

export const commentBindings = ({ database, onCommented, onMentioned }: CommentPorts): Binding[] => {
  const change = async (
    caller: Actor,
    work: (trx: TenantTransaction) => Promise<ChangedThread>,
  ): Promise<{ message: CanvasThread }> => {
    const { thread, canvas, mentioned } = await inTenant(database, caller, work)
    onCommented(caller, canvas)
    mentioned.forEach((userId: UserId) => onMentioned({ accountId: caller.accountId, userId }))
    return { message: thread }
  }
  return [
    binding(contract.listCanvasThreads, async ({ caller, params: { canvasId } }) => ({
      message: await inTenant(database, caller, (trx) => listThreads(trx, caller, canvasId)),
    })),
    binding(contract.beginCanvasThread, ({ caller, params, body }) =>
      change(caller, (trx) => beginThread(trx, caller, { ...body, ...params })),
    ),
    binding(contract.replyInCanvasThread, ({ caller, params, body }) =>
      change(caller, (trx) => replyInThread(trx, caller, { ...body, ...params })),
    ),
    binding(contract.resolveCanvasThread, ({ caller, params, body }) =>
      change(caller, (trx) => resolveThread(trx, caller, { ...body, ...params })),
    ),
    binding(contract.changeCanvasComment, ({ caller, params, body }) =>
      change(caller, (trx) => changeComment(trx, caller, { ...body, ...params })),
    ),
    binding(contract.deleteCanvasComment, async ({ caller, params: { canvasId, commentId } }) => {
      onCommented(
        caller,
        await inTenant(database, caller, (trx) => deleteComment(trx, caller, canvasId, commentId)),
      )
      return { message: { commentId } }
    }),
  ]
}
