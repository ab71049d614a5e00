import { type ChatId, contract, limits } from '@atrium/contract'
import { requirePictureOfChat, sendAttachment } from '../attachments/index.ts'
import { inTenant, type TenantTransaction } from '../platform/database/index.ts'
import { type Binding, binding } from '../platform/http/bind.ts'
import { createRateWindow } from '../platform/rate-window.ts'
import type { Storage } from '../platform/storage/index.ts'
import { type Actor, requireChat } from './access.ts'
import { changeChat, deleteChat, leaveTemporaryChat, rateAnswer, restoreChat } from './change-chat.ts'
import { changeChats, markChatSeen } from './change-chats.ts'
import { forkChat } from './transfer/fork-chat.ts'
import { importChats } from './transfer/import-chats.ts'
import type { Presence } from '../live/index.ts'
import { describePicture } from './pictures/describe-picture.ts'
import { listRoomPictures } from './pictures/list-room-pictures.ts'
import { presenceRoutes } from './presence/presence-routes.ts'
import { labelRoutes } from './labels/label-routes.ts'
import { type LinkPorts, linkRoutes } from './links/link-routes.ts'
import { listMentions, markMentionsSeen } from './mentions/mentions.ts'
import { type ChatPage, countChats, listChats } from './history/list-chats.ts'
import { readBackFrom, readChat, readCosts } from './history/read-chat.ts'
import { searchChats } from './history/search-chats.ts'
import { type EndedShare, shareChat } from './share-chat.ts'
import { changeSummary } from './summaries/summaries.ts'

export type ChatPorts = LinkPorts & {
  /** Storage of the chats' pictures. */
  storage: Storage
  /** Called when a chat changed, so that every open tab of those who may read it updates. */
  onChanged: (actor: Actor, chatId: ChatId) => void
  /** Publishes to the other nodes that a chat is no longer shared, if this transaction commits. */
  publishEndedShare: (trx: TenantTransaction, actor: Actor, ended: EndedShare) => Promise<void>
  /** Called when a chat is no longer shared: closes the others' streams of it. */
  onShareEnded: (actor: Actor, ended: EndedShare) => void
  /** Presence in chats that are open for questions. */
  presence: Presence
  /** Called when a chat was deleted, so that its answers stop at once. */
  onDeleted: (actor: Actor, chatId: ChatId) => void
  /** Enqueues erasing temporary chats that were left, if this transaction commits. */
  enqueueErasure: (trx: TenantTransaction) => Promise<void>
  /** Called when a person's labels changed, or the chats that have them. */
  onLabelsChanged: (actor: Actor) => void
  /** Called when a person opened an unseen chat, so that their other tabs unmark it. */
  onSeen: (actor: Actor, chatId: ChatId) => void
  /** Called when a person saw their mentions, so that their open tabs unmark them. */
  onMentionsSeen: (actor: Actor) => void
}

const unseenPage: ChatPage = { page: 1, pageSize: 100, order: 'desc', sortBy: 'date' }

export function chatRoutes({
  database,
  storage,
  onChanged,
  publishEndedShare,
  onShareEnded,
  presence,
  onDeleted,
  onMentionsSeen,
  onLabelsChanged,
  onSeen,
  enqueueErasure,
  siteUrl,
  guesses,
}: ChatPorts): Binding[] {
  const countImport = createRateWindow({ max: limits.maxImportsPerMinute, perSeconds: 60 })
  const countFork = createRateWindow({ max: limits.maxForksPerMinute, perSeconds: 60 })
  /** Runs a change that may end the sharing of chats, and closes the others' streams of these. */
  async function endingShares(
    caller: Actor,
    run: (trx: TenantTransaction) => Promise<EndedShare[]>,
  ): Promise<void> {
    const ended = await inTenant(database, caller, async (trx) => {
      const shares = await run(trx)
      for (const share of shares) await publishEndedShare(trx, caller, share)
      return shares
    })
    for (const share of ended) onShareEnded(caller, share)
  }
  return [
    binding(contract.listHistory, async ({ caller, query }) => {
      const page = { page: query.page, pageSize: query.page_size, order: query.order, sortBy: query.sort_by }
      const choice = { scope: query.scope, label: query.label, canvas: query.canvas }
      return await inTenant(database, caller, async (trx) => {
        const [message, count] = await Promise.all([
          listChats(trx, caller, choice, page),
          countChats(trx, caller, choice),
        ])
        return { message, count }
      })
    }),
    binding(contract.listRecentChats, async ({ caller, query }) => {
      const page = { page: 1, pageSize: query.limit, order: 'desc', sortBy: 'date' } as const
      return {
        message: await inTenant(database, caller, (trx) => listChats(trx, caller, { scope: 'all' }, page)),
      }
    }),
    binding(contract.listUnseenChats, async ({ caller }) => {
      const choice = { scope: 'all', isUnseen: true, roomId: caller.roomId ?? undefined } as const
      return {
        message: await inTenant(database, caller, (trx) => listChats(trx, caller, choice, unseenPage)),
      }
    }),
    binding(contract.listMentions, async ({ caller }) => ({
      message: await inTenant(database, caller, (trx) => listMentions(trx, caller)),
    })),
    binding(contract.markMentionsSeen, async ({ caller, body: { mentionIds } }) => {
      await inTenant(database, caller, (trx) => markMentionsSeen(trx, caller, mentionIds))
      onMentionsSeen(caller)
      return { message: { mentionIds } }
    }),
    binding(contract.getChat, async ({ caller, params }) => ({
      message: await inTenant(database, caller, (trx) => readChat(trx, caller, params.chatId, Infinity)),
    })),
    binding(contract.openChat, async ({ caller, params, query }) => ({
      message: await inTenant(database, caller, (trx) => readChat(trx, caller, params.chatId, query.count)),
    })),
    binding(contract.listTurns, async ({ caller, params, query }) => ({
      message: await inTenant(database, caller, (trx) => readBackFrom(trx, caller, params.chatId, query)),
    })),
    binding(contract.getChatCosts, async ({ caller, params }) => ({
      message: await inTenant(database, caller, (trx) => readCosts(trx, caller, params.chatId)),
    })),
    binding(contract.openChatPicture, async ({ caller, params, reply }) => {
      const storageKey = await inTenant(database, caller, async (trx) => {
        await requireChat(trx, caller, params.chatId, 'read')
        return await requirePictureOfChat(trx, caller.accountId, params)
      })
      await sendAttachment(storage, storageKey, reply)
    }),
    binding(contract.listRoomPictures, ({ caller, params, query: { search, page, page_size: pageSize } }) =>
      inTenant(database, caller, (trx) =>
        listRoomPictures(trx, caller, { ...params, search }, { page, pageSize }),
      ),
    ),
    binding(contract.describePicture, async ({ caller, params, body: { altText } }) => {
      await inTenant(database, caller, (trx) => describePicture(trx, caller, params, altText))
      onChanged(caller, params.chatId)
      return { message: { altText } }
    }),
    binding(contract.changeChat, async ({ caller, params, body }) => {
      const message = await inTenant(database, caller, (trx) => changeChat(trx, caller, params.chatId, body))
      onChanged(caller, params.chatId)
      return { message }
    }),
    binding(contract.shareChat, async ({ caller, params, body }) => {
      await endingShares(caller, (trx) => shareChat(trx, caller, params.chatId, body.share))
      if (body.share === 'read') presence.end({ accountId: caller.accountId, chatId: params.chatId })
      onChanged(caller, params.chatId)
      return { message: { chatId: params.chatId, share: body.share } }
    }),
    binding(contract.markChatSeen, async ({ caller, params }) => {
      const wasUnseen = await inTenant(database, caller, (trx) => markChatSeen(trx, caller, params.chatId))
      if (wasUnseen) onSeen(caller, params.chatId)
      return { message: { chatId: params.chatId } }
    }),
    binding(contract.changeChats, async ({ caller, body }) => {
      let chatIds: ChatId[] = []
      await endingShares(caller, async (trx) => {
        const changed = await changeChats(trx, caller, body)
        chatIds = changed.chatIds
        return changed.ended
      })
      for (const chatId of chatIds) {
        if (body.action === 'delete') onDeleted(caller, chatId)
        onChanged(caller, chatId)
      }
      if (body.action === 'label') onLabelsChanged(caller)
      return { message: { chatIds } }
    }),
    binding(contract.deleteChat, async ({ caller, params }) => {
      await endingShares(caller, (trx) => deleteChat(trx, caller, params.chatId))
      onDeleted(caller, params.chatId)
      onChanged(caller, params.chatId)
      return { message: { chatId: params.chatId } }
    }),
    binding(contract.restoreChat, async ({ caller, params }) => {
      await inTenant(database, caller, (trx) => restoreChat(trx, caller, params.chatId))
      onChanged(caller, params.chatId)
      return { message: { chatId: params.chatId } }
    }),
    binding(contract.forkChat, async ({ caller, params, body }) => {
      countFork(caller.userId)
      const message = await forkChat(database, caller, params.chatId, body.turnId)
      onChanged(caller, message.chatId)
      return { message }
    }),
    binding(contract.rateAnswer, async ({ caller, params, body }) => {
      await inTenant(database, caller, (trx) =>
        rateAnswer(trx, caller, params.chatId, params.turnId, body.rating),
      )
      onChanged(caller, params.chatId)
      return { message: { turnId: params.turnId, rating: body.rating } }
    }),
    binding(contract.changeSummary, async ({ caller, params, body }) => {
      const message = await inTenant(database, caller, (trx) =>
        changeSummary(trx, caller, params.chatId, { turnId: params.turnId, text: body.text }),
      )
      onChanged(caller, params.chatId)
      return { message }
    }),
    binding(contract.searchChats, async ({ caller, query }) =>
      inTenant(database, caller, (trx) =>
        searchChats(trx, caller, query.query, { page: query.page, pageSize: query.page_size }),
      ),
    ),
    binding(contract.leaveTemporaryChat, async ({ caller, params }) => {
      await inTenant(database, caller, async (trx) => {
        await leaveTemporaryChat(trx, caller, params.chatId)
        await enqueueErasure(trx)
      })
      onDeleted(caller, params.chatId)
      return { message: { isLeft: true as const } }
    }),
    binding(contract.importChats, async ({ caller, body }) => {
      countImport(caller.userId)
      const message = await importChats(database, caller, body)
      // Lists reload as a whole: one notice is enough for all.
      const changed = message.find(({ outcome }) => outcome !== 'existing')
      if (changed) onChanged(caller, changed.chatId)
      return { message }
    }),
    ...labelRoutes({ database, onLabelsChanged }),
    ...linkRoutes({ database, siteUrl, guesses }),
    ...presenceRoutes({ database, presence }),
  ]
}
