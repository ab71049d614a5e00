import type { AccountId, SessionId, UserId } from '@atrium/contract'
import type { EventStream } from '../platform/http/event-stream.ts'
import type { Member } from '../platform/http/guards.ts'

/** Somebody in an account, or (no user) everybody in it. */
export type Audience = { accountId: AccountId; userId?: UserId | undefined }

export type OpenReaders = {
  /** Remembers whose stream this is for as long as it is open. */
  watch(member: Member, stream: EventStream): EventStream
  /** Ends every stream of sessions that are over. */
  cut(sessionIds: readonly SessionId[]): void
  /** Ends every stream that these people have open in the account; who still may comes back and is asked again. */
  cutIn(audience: Audience): void
  /** Ends every stream, when nobody knows whose right has ended. */
  cutAll(): void
  /** Who reads in which account now, each once. */
  audiences(): { accountId: AccountId; userId: UserId }[]
  readonly count: number
}

/** The event streams that people read now, so that a right that is taken away ends them at once. */
export function createOpenReaders(): OpenReaders {
  const open = new Map<EventStream, Member>()
  return {
    get count() {
      return open.size
    },
    watch(member, stream) {
      open.set(stream, member)
      stream.onClose(() => open.delete(stream))
      return stream
    },
    cut(sessionIds) {
      const ended = new Set(sessionIds)
      for (const [stream, member] of open) if (ended.has(member.sessionId)) stream.end()
    },
    cutIn({ accountId, userId }) {
      for (const [stream, member] of open)
        if (member.accountId === accountId && (userId === undefined || member.userId === userId)) stream.end()
    },
    cutAll() {
      for (const stream of open.keys()) stream.end()
    },
    audiences() {
      const readers = [...open.values()].map(
        ({ accountId, userId }) => [`${accountId} ${userId}`, { accountId, userId }] as const,
      )
      return [...new Map(readers).values()]
    },
  }
}
