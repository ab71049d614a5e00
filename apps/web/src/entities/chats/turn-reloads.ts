import type { AccountId, ChatId, TurnId } from '@atrium/contract'

export type ChangedTurn = { accountId: AccountId; chatId: ChatId; turnId: TurnId }
type ChangedChat = Omit<ChangedTurn, 'turnId'>

type TurnReloadsPorts = {
  reloadChat: (chat: ChangedChat) => void
  /** Loads the costs of the chat and the credits that are left. */
  reloadCosts: (chat: ChangedChat) => void
  /** Whether this tab reads the answer of a turn now, and whether it asked the question. */
  runningHere: (turnId: TurnId) => 'asked' | 'read' | null
  /** Changes of a chat within this time after a reload share the next one. */
  windowMs?: number
}

/**
 * Reloads a chat once for each change of its turns, although this tab often learns of a change twice: by the answer that it reads and by the
 * server's notice.
 */
export function createTurnReloads({
  reloadChat,
  reloadCosts,
  runningHere,
  windowMs = 250,
}: TurnReloadsPorts) {
  const chats = throttledBursts(reloadChat, windowMs)
  const costs = throttledBursts(reloadCosts, windowMs)
  /** Changes of turns that this tab has reloaded and whose notices it has not received. */
  const reloaded = new Set<string>()

  return {
    /** The server accepted a question of this tab. */
    accepted(turn: ChangedTurn) {
      reloaded.add(`opened ${turn.turnId}`)
      chats.soon(turn)
    },
    /** An answer that this tab reads has ended. */
    ended(turn: ChangedTurn) {
      reloaded.add(`closed ${turn.turnId}`)
      chats.now(turn)
      costs.soon(turn)
    },
    noticedOpened(turn: ChangedTurn) {
      if (reloaded.delete(`opened ${turn.turnId}`)) return
      // The answer's own stream reports it too, unless its connection is broken.
      if (runningHere(turn.turnId) === 'asked') chats.later(turn)
      else chats.soon(turn)
    },
    noticedClosed(turn: ChangedTurn) {
      if (reloaded.delete(`closed ${turn.turnId}`)) return
      const when = runningHere(turn.turnId) === null ? 'soon' : 'later'
      chats[when](turn)
      costs[when](turn)
    },
    /** Anything else of the chat has changed. */
    changed: (chat: ChangedChat) => chats.soon(chat),
  }
}

/**
 * Reloads of chats: `now`; `soon`, which within `windowMs` of a reload waits for the end of that time; `later`, at the end of a whole
 * window. Any reload of a chat also counts for those that are due.
 */
function throttledBursts(reload: (chat: ChangedChat) => void, windowMs: number) {
  type Window = { timer: ReturnType<typeof setTimeout>; isDue: boolean; followsReload: boolean }
  const windows = new Map<ChatId, Window>()

  const open = (chat: ChangedChat, isDue: boolean) => {
    const timer = setTimeout(() => {
      const { isDue } = opened
      windows.delete(chat.chatId)
      if (isDue) now(chat)
    }, windowMs)
    const opened: Window = { timer, isDue, followsReload: !isDue }
    windows.set(chat.chatId, opened)
  }
  const now = (chat: ChangedChat) => {
    clearTimeout(windows.get(chat.chatId)?.timer)
    open(chat, false)
    reload(chat)
  }
  const soon = (chat: ChangedChat) => {
    const opened = windows.get(chat.chatId)
    if (opened?.followsReload) opened.isDue = true
    else now(chat)
  }
  const later = (chat: ChangedChat) => {
    const opened = windows.get(chat.chatId)
    if (opened) opened.isDue = true
    else open(chat, true)
  }
  return { now, soon, later }
}
