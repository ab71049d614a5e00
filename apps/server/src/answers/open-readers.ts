import type { SessionId } from '@atrium/contract'
import type { EventStream } from '../platform/http/event-stream.ts'
import type { Member } from '../platform/http/guards.ts'

export type OpenReaders = {
  /** Remembers whose stream this is for as long as it is open. */
  watch(member: Member, stream: EventStream): EventStream
  /** Ends every stream of sessions that are over. */
  cut(sessionIds: readonly SessionId[]): void
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
  }
}
