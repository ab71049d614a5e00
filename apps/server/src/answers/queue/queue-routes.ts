import { type ChatId, contract } from '@atrium/contract'
import {
  type Actor,
  confirmQueued,
  notifyChat,
  queueQuestion,
  removeQueued,
  returnedTo,
} from '../../chats/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import { type Binding, binding } from '../../platform/http/bind.ts'
import type { AnswerPorts } from '../ports.ts'
import { continueQueue } from './watch-queues.ts'

/** The queue of a chat that is open for questions. */
export function queueRoutes(ports: AnswerPorts): Binding[] {
  const { database } = ports
  const changed = (actor: Actor, chatId: ChatId) => {
    notifyChat(ports, actor, chatId, { type: 'chat-changed', chatId })
    continueQueue(ports, { accountId: actor.accountId, chatId })
  }
  return [
    binding(contract.queueQuestion, async ({ caller, params, body }) => {
      await inTenant(database, caller, (trx) => queueQuestion(trx, caller, params.chatId, body))
      changed(caller, params.chatId)
      return { message: { turnId: body.turnId } }
    }),
    binding(contract.sendQueuedQuestion, async ({ caller, params: { chatId, turnId } }) => {
      await inTenant(database, caller, (trx) => confirmQueued(trx, { actor: caller, chatId, turnId }))
      changed(caller, chatId)
      return { message: { turnId } }
    }),
    binding(contract.removeQueuedQuestion, async ({ caller, params: { chatId, turnId } }) => {
      const isRemoved = await inTenant(database, caller, (trx) =>
        removeQueued(trx, { actor: caller, chatId, turnId }),
      )
      if (isRemoved) changed(caller, chatId)
      return { message: { turnId } }
    }),
    binding(contract.listReturnedQuestions, async ({ caller }) => ({
      message: await inTenant(database, caller, (trx) => returnedTo(trx, caller)),
    })),
  ]
}
