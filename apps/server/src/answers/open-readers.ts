import type { SessionId, UserId } from '@atrium/contract'
import type { EventStream } from '../platform/http/event-stream.ts'
import type { Member } from '../platform/http/guards.ts'

export type OpenReaders = {
  /** Remembers whose stream this is for as long as it is open. */
  watch(member: Member, stream: EventStream): EventStream
  /** Cuts every stream of a session that has ended, or with null of all the user's sessions. */
  cut(userId: UserId, sessionId: SessionId | null): void
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
    cut(userId, sessionId) {
      for (const [stream, member] of open)
        if (member.userId === userId && (sessionId === null || member.sessionId === sessionId)) stream.end()
    },
  }
}
