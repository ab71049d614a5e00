import {
  changeChat,
  changeSummary,
  deleteChat,
  forkChat,
  getChat,
  getChatCosts,
  limits,
  listHistory,
  listRecentChats,
  listTurns,
  openChat,
  rateAnswer,
  restoreChat,
  type AccountId,
  type ChatDetails,
  type ChatId,
  type HistoryScope,
  type LabelId,
  type Modifiers,
  type Rating,
  type RequestInput,
  type TurnId,
} from '@atrium/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { forgetOfflineChat } from '../../lib/device/offline-chats.ts'
import { oneAfterAnother } from '../../lib/api/one-after-another.ts'
import { queryClient } from '../../lib/query-client.ts'
import { keepingLoaded, withTurns } from '../turns/shown-turns.ts'

/** All data about an account's chats is below one key, so that one call invalidates it. */
export const chatKeys = {
  all: (accountId: AccountId) => ['chats', accountId] as const,
  allDetails: (accountId: AccountId) => ['chats', accountId, 'details'] as const,
  details: (accountId: AccountId, chatId: ChatId) => ['chats', accountId, 'details', chatId] as const,
  links: (accountId: AccountId, chatId: ChatId) => ['chats', accountId, 'links', chatId] as const,
  costs: (accountId: AccountId, chatId: ChatId) => ['chats', accountId, 'costs', chatId] as const,
  recent: (accountId: AccountId) => ['chats', accountId, 'recent'] as const,
  history: (accountId: AccountId) => ['chats', accountId, 'history'] as const,
  labels: (accountId: AccountId) => ['chats', accountId, 'labels'] as const,
  search: (accountId: AccountId) => ['chats', accountId, 'search'] as const,
}

export const chatQuery = (accountId: AccountId, chatId: ChatId) =>
  queryOptions({
    queryKey: chatKeys.details(accountId, chatId),
    queryFn: async ({ signal, client, queryKey }): Promise<ChatDetails> => {
      const opened = await api.call(openChat, { params: { chatId }, query: {} }, { signal })
      return keepingLoaded(opened.message, client.getQueryData<ChatDetails>(queryKey))
    },
    staleTime: 15_000,
  })

/** A chat with every turn, for exports. */
export const wholeChat = async (accountId: AccountId, chatId: ChatId): Promise<ChatDetails> =>
  (await api.call(getChat, { params: { chatId } }, { place: { accountId, roomId: null } })).message

/** The same for immediate display; not cached. */
export const wholeChatQuery = (accountId: AccountId, chatId: ChatId) =>
  queryOptions({
    queryKey: [...chatKeys.details(accountId, chatId), 'whole'],
    queryFn: () => wholeChat(accountId, chatId),
    gcTime: 0,
  })

/** Loads turns known only in outline: `last` and those before it on its branch. */
export async function loadTurns(
  accountId: AccountId,
  chatId: ChatId,
  { last, count }: { last: TurnId; count: number },
): Promise<void> {
  const query = { last, count: String(Math.min(count, limits.turnsAtOnceMost)) }
  const { message } = await api.call(listTurns, { params: { chatId }, query })
  queryClient.setQueryData<ChatDetails>(
    chatKeys.details(accountId, chatId),
    (details) => details && withTurns(details, message),
  )
}

export const recentChatsQuery = (accountId: AccountId) =>
  queryOptions({
    queryKey: chatKeys.recent(accountId),
    queryFn: async ({ signal }) =>
      (await api.call(listRecentChats, { query: { limit: String(limits.recentChats) } }, { signal })).message,
  })

/** One page of history: tab, sort order and number from 1; of one label, or of a search. */
export type HistoryPage = {
  source: HistoryScope
  page: number
  sort: 'date' | 'title'
  order: 'asc' | 'desc'
  label?: LabelId | 'unlabelled' | undefined
  /** Only chats with a canvas. */
  canvas?: true | undefined
  search?: string | undefined
}

export const historyQuery = (
  accountId: AccountId,
  { source, page, sort, order, label, canvas }: HistoryPage,
) =>
  queryOptions({
    queryKey: [...chatKeys.history(accountId), { source, page, sort, order, label, canvas }],
    queryFn: async ({ signal }) => {
      const query: RequestInput<typeof listHistory>['query'] = {
        scope: source,
        ...(label && { label }),
        ...(canvas && { canvas: 'true' }),
        page: String(page),
        page_size: String(limits.historyPageSize),
        order,
        sort_by: sort,
      }
      const { message, count } = await api.call(listHistory, { query }, { signal })
      return { chats: message, count }
    },
    placeholderData: keepPreviousData,
  })

export const chatCostsQuery = (accountId: AccountId, chatId: ChatId) =>
  queryOptions({
    queryKey: chatKeys.costs(accountId, chatId),
    queryFn: async ({ signal }) => (await api.call(getChatCosts, { params: { chatId } }, { signal })).message,
  })

type BranchChoice = { accountId: AccountId; chatId: ChatId; currentTurnId: TurnId }
/** Saves which branch is read. The call outlives the page: people go to a branch and reload. */
const saveBranch = oneAfterAnother(({ accountId, chatId, currentTurnId }: BranchChoice) =>
  api.call(
    changeChat,
    { params: { chatId }, body: { currentTurnId } },
    { keepalive: true, place: { accountId, roomId: null } },
  ),
)

/** Changes of chats. Each updates the cache optimistically, reverts when refused, and throws. */
export const chatChanges = (accountId: AccountId) => {
  const editDetails = async (
    chatId: ChatId,
    edit: (details: ChatDetails) => ChatDetails,
    send: () => Promise<unknown>,
  ) => {
    const key = chatKeys.details(accountId, chatId)
    const before = queryClient.getQueryData<ChatDetails>(key)
    queryClient.setQueryData<ChatDetails>(key, (details) => details && edit(details))
    try {
      await send()
    } catch (error) {
      if (before) queryClient.setQueryData(key, before)
      throw error
    }
  }
  const reloadLists = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: chatKeys.recent(accountId) }),
      queryClient.invalidateQueries({ queryKey: chatKeys.history(accountId) }),
    ])

  return {
    rename: async (chatId: ChatId, chatTitle: string) => {
      await editDetails(
        chatId,
        (details) => ({ ...details, chatTitle }),
        () => api.call(changeChat, { params: { chatId }, body: { chatTitle } }),
      )
      await reloadLists()
    },
    /** Sets all modifiers of the answers. */
    customise: (chatId: ChatId, modifiers: Modifiers) =>
      editDetails(
        chatId,
        (details) => ({ ...details, modifiers }),
        () => api.call(changeChat, { params: { chatId }, body: { modifiers } }),
      ),
    /** Remembers which branch is read. */
    read: (chatId: ChatId, currentTurnId: TurnId) =>
      editDetails(
        chatId,
        (details) => ({ ...details, currentTurnId }),
        () => saveBranch({ accountId, chatId, currentTurnId }),
      ),
    /** Whether the conversation is sent in full, or its oldest part as a summary, if there is one. */
    useRoomFiles: (chatId: ChatId, usesRoomFiles: boolean) =>
      editDetails(
        chatId,
        (details) => ({ ...details, usesRoomFiles }),
        () => api.call(changeChat, { params: { chatId }, body: { usesRoomFiles } }),
      ),
    useWeb: (chatId: ChatId, usesWeb: boolean) =>
      editDetails(
        chatId,
        (details) => ({ ...details, usesWeb }),
        () => api.call(changeChat, { params: { chatId }, body: { usesWeb } }),
      ),
    useTools: (chatId: ChatId, usesTools: boolean) =>
      editDetails(
        chatId,
        (details) => ({ ...details, usesTools }),
        () => api.call(changeChat, { params: { chatId }, body: { usesTools } }),
      ),
    sendAll: (chatId: ChatId, sendsAll: boolean) =>
      editDetails(
        chatId,
        (details) => ({ ...details, sendsAll }),
        () => api.call(changeChat, { params: { chatId }, body: { sendsAll } }),
      ),
    changeSummary: (chatId: ChatId, turnId: TurnId, text: string) =>
      editDetails(
        chatId,
        (details) => ({
          ...details,
          summaries: details.summaries.map((summary) =>
            summary.turnId === turnId ? { ...summary, text, isEdited: true } : summary,
          ),
        }),
        () => api.call(changeSummary, { params: { chatId, turnId }, body: { text } }),
      ),
    rate: (chatId: ChatId, turnId: TurnId, rating: Rating | null) =>
      editDetails(
        chatId,
        (details) => ({
          ...details,
          turns: details.turns.map((turn) => (turn.turnId === turnId ? { ...turn, rating } : turn)),
        }),
        () => api.call(rateAnswer, { params: { chatId, turnId }, body: { rating } }),
      ),
    remove: async (chatId: ChatId) => {
      await api.call(deleteChat, { params: { chatId } })
      await forgetOfflineChat(chatId)
      queryClient.removeQueries({ queryKey: chatKeys.details(accountId, chatId) })
      await reloadLists()
    },
    /** Starts a new chat with the turns up to this one. */
    fork: async (chatId: ChatId, turnId: TurnId) => {
      const { message } = await api.call(forkChat, { params: { chatId }, body: { turnId } })
      await reloadLists()
      return message
    },
    restore: async (chatId: ChatId) => {
      await api.call(restoreChat, { params: { chatId } })
      await reloadLists()
    },
  }
}
