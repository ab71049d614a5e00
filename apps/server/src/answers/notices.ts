import type { AccountId, Notice, SessionId, UserId } from '@atrium/contract'

export type NoticeReader = {
  accountId: AccountId
  userId: UserId
  sessionId: SessionId
  deliver(notice: Notice): void
}

export type Notices = {
  publish(to: { accountId: AccountId; userId: UserId }, notice: Notice): void
  subscribe(reader: NoticeReader): () => void
}

/** Tells the open browsers of a person what changed for them in an account. Nothing is kept: who missed it loads again. */
export function createNotices(): Notices {
  const readers = new Map<string, Set<NoticeReader>>()
  const keyOf = ({ accountId, userId }: { accountId: AccountId; userId: UserId }) => `${accountId} ${userId}`
  return {
    publish(to, notice) {
      for (const reader of readers.get(keyOf(to)) ?? []) reader.deliver(notice)
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
  }
}
