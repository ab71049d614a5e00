import type { AccountId, ChatId, SessionId, TurnId, UserId } from '@atrium/contract'
import type { EventStream } from '../platform/http/event-stream.ts'
import { fail } from '../platform/failure.ts'
import type { Member } from '../platform/http/guards.ts'

/** More than all devices of one person need. */
export const maxStreamsPerPerson = 200

/** A person in an account, or (no user) everybody in it. */
export type Audience = { accountId: AccountId; userId?: UserId | undefined }

/** The answer that a stream is of, and its chat. */
type Answer = { turnId: TurnId; chatId: ChatId }

export type OpenReaders = {
  /** Throws RATE_LIMITED when a person reads the maximum number of streams. Call before the reply begins. */
  refuseTooMany(member: Member): void
  /** Registers whose stream this is, and of which answer, while it is open. */
  watch(member: Member, stream: EventStream, answer?: Answer): EventStream
  /** The sessions that read an answer from this process, one per stream. */
  sessionsReading(turnId: TurnId): SessionId[]
  /** Closes every stream of ended sessions. */
  cut(sessionIds: readonly SessionId[]): void
  /** Closes every stream that these people have open in the account; those still allowed reconnect and are checked again. */
  cutIn(audience: Audience): void
  /** Closes the streams of a chat's answers, except those of its owner. */
  cutChat(chat: { accountId: AccountId; chatId: ChatId; ownerId: UserId }): void
  /** Closes every stream, when it is unknown whose access was revoked. */
  cutAll(): void
  /** The people who read now, by account, each once. */
  audiences(): { accountId: AccountId; userId: UserId }[]
  readonly count: number
}

/**
 * Registry of the event streams that people read now, so that revoked access closes them at once. `onCut` is called for each stream
 * whose reader lost the session or access in the account, before it ends; `onOpen` for each new one.
 */
export function createOpenReaders({
  onCut,
  onOpen,
}: {
  onCut(member: Member): void
  onOpen(): void
}): OpenReaders {
  const open = new Map<EventStream, Member & Partial<Answer>>()
  const cutOff = (stream: EventStream, member: Member) => {
    onCut(member)
    stream.end()
  }
  return {
    get count() {
      return open.size
    },
    refuseTooMany({ userId }) {
      let count = 0
      for (const reader of open.values()) if (reader.userId === userId) count += 1
      if (count >= maxStreamsPerPerson) fail('RATE_LIMITED', { retryAfterSeconds: 5 })
    },
    watch(member, stream, answer) {
      open.set(stream, { ...member, ...answer })
      onOpen()
      stream.onClose(() => open.delete(stream))
      return stream
    },
    sessionsReading: (turnId) =>
      [...open.values()].flatMap((reader) => (reader.turnId === turnId ? [reader.sessionId] : [])),
    cut(sessionIds) {
      const ended = new Set(sessionIds)
      for (const [stream, member] of open) if (ended.has(member.sessionId)) cutOff(stream, member)
    },
    cutIn({ accountId, userId }) {
      for (const [stream, member] of open)
        if (member.accountId === accountId && (userId === undefined || member.userId === userId))
          cutOff(stream, member)
    },
    cutChat({ accountId, chatId, ownerId }) {
      for (const [stream, reader] of open)
        if (reader.accountId === accountId && reader.chatId === chatId && reader.userId !== ownerId)
          stream.end()
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
