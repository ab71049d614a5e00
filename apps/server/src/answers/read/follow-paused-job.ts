import type { InvocationId, StreamPart } from '@atrium/contract'
import type { Actor } from '../../chats/index.ts'
import type { AnswerPorts } from '../ports.ts'

/** A notice that was lost delays a reader no longer than this. */
const maxWaitMs = 15_000

/** The paused job that writes an answer, after these events; null when it goes on, undefined when they say nothing of it. */
export function pausedJobAfter(events: readonly { part: StreamPart }[]): InvocationId | null | undefined {
  const last = events.findLast(({ part }) => part.type === 'data-job')?.part
  return last?.type === 'data-job' ? (last.data.pause ? last.data.invocationId : null) : undefined
}

/** Follows a paused job of `asker`, so that its readers need not look into the log again and again. */
export function followPausedJob(
  { live }: Pick<AnswerPorts, 'live'>,
  asker: Actor,
  invocationId: InvocationId,
): { changed(): Promise<boolean>; stop(): void } {
  let isChanged = false
  let wake = () => {}
  const leave = live.notices.listen(asker, (notice) => {
    if (notice.type !== 'job-changed' || notice.invocationId !== invocationId) return
    isChanged = true
    wake()
  })
  return {
    /** Waits for a change since the last call. False when none came for a while, or it was stopped. */
    async changed() {
      if (!isChanged)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, maxWaitMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      const result = isChanged
      isChanged = false
      return result
    },
    stop() {
      leave()
      wake()
    },
  }
}
