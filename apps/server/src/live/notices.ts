import type { AccountId, Notice, SessionId, UserId } from '@atrium/contract'

export type NoticeReader = {
  accountId: AccountId
  userId: UserId
  sessionId: SessionId
  deliver(notice: Notice): void
}

export type Notices = {
  /** Publishes to one person in an account, or (no user) to everybody in it. */
  publish(to: { accountId: AccountId; userId?: UserId | undefined }, notice: Notice): void
  subscribe(reader: NoticeReader): () => void
  /** Calls back for notices to one person, without counting as a browser of theirs. Returns how to stop. */
  listen(to: { accountId: AccountId; userId: UserId }, listener: (notice: Notice) => void): () => void
  /** The people who have a browser open in the account, each once. */
  readersIn(accountId: AccountId): UserId[]
}

/** Creates the notices to open browsers. Nothing is stored: a browser that misses one reloads. */
export function createNotices(): Notices {
  const readers = new Map<string, Set<NoticeReader>>()
  const listening = new Map<string, Set<(notice: Notice) => void>>()
  const keyOf = ({ accountId, userId }: { accountId: AccountId; userId: UserId }) => `${accountId} ${userId}`
  return {
    publish({ accountId, userId }, notice) {
      const listeners = userId ? [readers.get(keyOf({ accountId, userId })) ?? []] : readers.values()
      for (const mine of listeners)
        for (const reader of mine) if (reader.accountId === accountId) reader.deliver(notice)
      if (userId) for (const listener of listening.get(keyOf({ accountId, userId })) ?? []) listener(notice)
    },
    subscribe(reader) {
      const key = keyOf(reader)
      const mine = readers.get(key) ?? new Set()
      readers.set(key, mine.add(reader))
      return () => {
        mine.delete(reader)
        if (mine.size === 0) readers.delete(key)
      }
    },
    listen(to, listener) {
      const key = keyOf(to)
      const mine = listening.get(key) ?? new Set()
      listening.set(key, mine.add(listener))
      return () => {
        mine.delete(listener)
        if (mine.size === 0) listening.delete(key)
      }
    },
    readersIn(accountId) {
      return [...readers.values()].flatMap(([first]) =>
        first?.accountId === accountId ? [first.userId] : [],
      )
    },
  }
}
