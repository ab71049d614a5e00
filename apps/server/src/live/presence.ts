import type { AccountId, ChatId, Notice, PresentPerson, SessionId, UserId } from '@atrium/contract'
import type { PresenceMessage } from './presence-messages.ts'

export type ChatKey = { accountId: AccountId; chatId: ChatId }
/** A tab that has a chat on screen. */
export type PresentTab = ChatKey & { sessionId: SessionId; tabId: string; person: PresentPerson }

type Stream = { accountId: AccountId; userId: UserId; sessionId: SessionId; deliver(notice: Notice): void }

/** Who has shared chats open. Nothing is stored: presence ends with the person's notices streams. */
export type Presence = {
  /** Registers a notices stream of this node: its session's tabs can be present while it is open. Returns the function that ends it. */
  connect(stream: Stream): () => void
  /** A tab is in the chat, and in no other. Has no effect while its session reads no notices, on any node. */
  enter(tab: PresentTab): void
  leave(tab: Omit<PresentTab, 'person'>): void
  /** Tells everybody else in the chat that a person is typing, or has stopped. */
  type(chat: ChatKey, userId: UserId, isTyping: boolean): void
  /** Ends the presence of everybody in a chat, on every node. */
  end(chat: ChatKey): void
  /** Ends it on this node. */
  endHere(chat: ChatKey): void
  /** Ends a person's presence (or, with no user, everybody's) in the account, on this node's streams. */
  forget(audience: { accountId: AccountId; userId?: UserId | undefined; sessionId?: SessionId }): void
}

/** Handles the messages of the other nodes. */
export type PresenceElsewhere = {
  hear(message: PresenceMessage): void
  /** Their messages may have been missed: asks them again. */
  askAgain(): void
  /** The nodes with people in chats that are open here. */
  nodes(): string[]
  forgetNode(nodeId: string): void
}

type PresentSession = Omit<Stream, 'deliver'> & {
  streams: Set<Stream>
  /** The chat of each tab. */
  tabs: Map<string, ChatKey>
  /** Ends its presence when no stream returns. */
  ending: NodeJS.Timeout | undefined
}

type ChatPresence = ChatKey & {
  /** By session and tab, those on streams of this node. */
  tabs: Map<string, { sessionKey: string; person: PresentPerson }>
  elsewhere: Map<string, Map<UserId, PresentPerson>>
  /** The people last sent to readers on this node. */
  shown: Map<UserId, PresentPerson>
  /** The state last published to other nodes; null before the first. */
  announced: Map<UserId, PresentPerson> | null
  /** Sessions that have not received anything yet. */
  fresh: Set<string>
  timer: NodeJS.Timeout | undefined
}

/** Changes within this time are sent to readers together. */
const gatherMs = 50
/** How long readers stay present after their stream breaks. Those whose access ended leave at once. */
const graceMs = 5_000
/** More tabs than a browser has. */
const maxTabsPerSession = 100

const keyOf = (chat: ChatKey): string => `${chat.accountId} ${chat.chatId}`

/** Creates the presence on this node. `send` reaches the other nodes. */
export function createPresence({
  nodeId,
  send,
}: {
  nodeId: string
  send(message: PresenceMessage): void
}): Presence & { elsewhere: PresenceElsewhere } {
  const chats = new Map<string, ChatPresence>()
  /** By session and account. */
  const sessions = new Map<string, PresentSession>()
  const sessionKeyOf = (of: { sessionId: SessionId; accountId: AccountId }) =>
    `${of.sessionId} ${of.accountId}`

  const deliver = (sessionKey: string, notice: Notice) => {
    for (const stream of sessions.get(sessionKey)?.streams ?? []) stream.deliver(notice)
  }
  const readersOf = (chat: ChatPresence) =>
    new Set([...chat.tabs.values()].map(({ sessionKey }) => sessionKey))

  function changed(chat: ChatPresence): void {
    chat.timer ??= setTimeout(() => {
      chat.timer = undefined
      publishElsewhere(chat)
      publishHere(chat)
      if (chat.tabs.size === 0) chats.delete(keyOf(chat))
    }, gatherMs).unref()
  }

  function publishElsewhere(chat: ChatPresence): void {
    const { accountId, chatId } = chat
    const here = peopleHere(chat)
    const { joined, left } = difference(chat.announced ?? new Map(), here)
    if (joined.length > 0 || chat.announced === null)
      send({ type: 'here', nodeId, accountId, chatId, people: joined, asks: chat.announced === null })
    if (left.length > 0) send({ type: 'gone', nodeId, accountId, chatId, userIds: left })
    chat.announced = here
  }

  function publishHere(chat: ChatPresence): void {
    const { chatId, shown, fresh } = chat
    const everybody = peopleHere(chat)
    for (const people of chat.elsewhere.values()) for (const [id, person] of people) everybody.set(id, person)
    const { joined, left } = difference(shown, everybody)
    for (const reader of readersOf(chat)) {
      if (fresh.has(reader))
        deliver(reader, { type: 'presence', chatId, isAll: true, joined: [...everybody.values()], left: [] })
      else if (joined.length + left.length > 0)
        deliver(reader, { type: 'presence', chatId, isAll: false, joined, left })
    }
    chat.shown = everybody
    fresh.clear()
  }

  function enterHere({ accountId, chatId, sessionId, tabId, person }: PresentTab): boolean {
    const sessionKey = sessionKeyOf({ sessionId, accountId })
    const session = sessions.get(sessionKey)
    if (!session || session.streams.size === 0) return false
    const before = session.tabs.get(tabId)
    if (before && before.chatId !== chatId) leaveHere({ ...before, sessionId, tabId })
    if (!before && session.tabs.size >= maxTabsPerSession) return true
    const chat = chats.get(keyOf({ accountId, chatId })) ?? {
      ...{ accountId, chatId, tabs: new Map(), elsewhere: new Map(), shown: new Map() },
      ...{ announced: null, fresh: new Set(), timer: undefined },
    }
    chats.set(keyOf(chat), chat)
    session.tabs.set(tabId, { accountId, chatId })
    chat.tabs.set(`${sessionKey} ${tabId}`, { sessionKey, person })
    chat.fresh.add(sessionKey)
    changed(chat)
    return true
  }

  function leaveHere({ accountId, chatId, sessionId, tabId }: Omit<PresentTab, 'person'>): boolean {
    const sessionKey = sessionKeyOf({ sessionId, accountId })
    const session = sessions.get(sessionKey)
    if (!session) return false
    if (session.tabs.get(tabId)?.chatId === chatId) session.tabs.delete(tabId)
    const chat = chats.get(keyOf({ accountId, chatId }))
    if (chat?.tabs.delete(`${sessionKey} ${tabId}`)) changed(chat)
    return true
  }

  function forgetSession(sessionKey: string): void {
    const session = sessions.get(sessionKey)
    for (const [tabId, chat] of [...(session?.tabs ?? [])])
      if (session) leaveHere({ ...chat, sessionId: session.sessionId, tabId })
  }

  function endHere(key: ChatKey): void {
    const chat = chats.get(keyOf(key))
    if (!chat) return
    clearTimeout(chat.timer)
    chats.delete(keyOf(key))
    for (const reader of readersOf(chat)) {
      const tabs = sessions.get(reader)?.tabs
      for (const [tabId, { chatId }] of [...(tabs ?? [])]) if (chatId === key.chatId) tabs?.delete(tabId)
      deliver(reader, { type: 'presence-ended', chatId: key.chatId })
    }
  }

  function typeHere(key: ChatKey, userId: UserId, isTyping: boolean): void {
    const chat = chats.get(keyOf(key))
    if (!chat) return
    for (const reader of readersOf(chat))
      if (sessions.get(reader)?.userId !== userId)
        deliver(reader, { type: 'typing', chatId: key.chatId, userId, isTyping })
  }

  function hear(message: PresenceMessage): void {
    if (message.nodeId === nodeId) return
    if (message.type === 'stopped') return forgetNode(message.nodeId)
    const { accountId, chatId } = message
    if (message.type === 'enter') return void enterHere(message)
    if (message.type === 'leave') return void leaveHere(message)
    if (message.type === 'typing') return typeHere(message, message.userId, message.isTyping)
    if (message.type === 'end') return endHere(message)
    const chat = chats.get(keyOf({ accountId, chatId }))
    if (!chat) return
    const people = chat.elsewhere.get(message.nodeId) ?? new Map<UserId, PresentPerson>()
    if (message.type === 'gone') for (const userId of message.userIds) people.delete(userId)
    else for (const person of message.people) people.set(person.id, person)
    if (people.size > 0) chat.elsewhere.set(message.nodeId, people)
    else chat.elsewhere.delete(message.nodeId)
    if (message.type === 'here' && message.asks && chat.announced?.size)
      send({ type: 'here', nodeId, accountId, chatId, people: [...chat.announced.values()], asks: false })
    changed(chat)
  }

  function forgetNode(gone: string): void {
    for (const chat of chats.values()) if (chat.elsewhere.delete(gone)) changed(chat)
  }

  return {
    connect(stream) {
      const { accountId, userId, sessionId } = stream
      const sessionKey = sessionKeyOf(stream)
      const session: PresentSession = sessions.get(sessionKey) ?? {
        ...{ accountId, userId, sessionId, streams: new Set(), tabs: new Map(), ending: undefined },
      }
      sessions.set(sessionKey, session)
      clearTimeout(session.ending)
      session.streams.add(stream)
      return () => {
        session.streams.delete(stream)
        if (session.streams.size > 0) return
        const end = () => {
          forgetSession(sessionKey)
          sessions.delete(sessionKey)
        }
        if (session.tabs.size === 0) end()
        else session.ending = setTimeout(end, graceMs).unref()
      }
    },
    enter(tab) {
      const { accountId, chatId, sessionId, tabId, person } = tab
      if (!enterHere(tab)) send({ type: 'enter', nodeId, accountId, chatId, sessionId, tabId, person })
    },
    leave(tab) {
      const { accountId, chatId, sessionId, tabId } = tab
      if (!leaveHere(tab)) send({ type: 'leave', nodeId, accountId, chatId, sessionId, tabId })
    },
    type({ accountId, chatId }, userId, isTyping) {
      typeHere({ accountId, chatId }, userId, isTyping)
      send({ type: 'typing', nodeId, accountId, chatId, userId, isTyping })
    },
    end({ accountId, chatId }) {
      endHere({ accountId, chatId })
      send({ type: 'end', nodeId, accountId, chatId })
    },
    endHere,
    forget({ accountId, userId, sessionId }) {
      for (const [key, session] of sessions)
        if (
          session.accountId === accountId &&
          (userId === undefined || session.userId === userId) &&
          (sessionId === undefined || session.sessionId === sessionId)
        )
          forgetSession(key)
    },
    elsewhere: {
      hear,
      askAgain() {
        for (const chat of chats.values()) {
          chat.elsewhere.clear()
          chat.announced = null
          changed(chat)
        }
      },
      nodes: () => [...new Set([...chats.values()].flatMap((chat) => [...chat.elsewhere.keys()]))],
      forgetNode,
    },
  }
}

/** The people on streams of this node, each once. */
const peopleHere = (chat: ChatPresence): Map<UserId, PresentPerson> =>
  new Map([...chat.tabs.values()].map(({ person }) => [person.id, person]))

function difference(before: ReadonlyMap<UserId, PresentPerson>, after: ReadonlyMap<UserId, PresentPerson>) {
  return {
    joined: [...after.values()].filter(({ id }) => !before.has(id)),
    left: [...before.keys()].filter((id) => !after.has(id)),
  }
}
