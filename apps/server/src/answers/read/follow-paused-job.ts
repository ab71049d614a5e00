import type { InvocationId, StreamPart } from '@atrium/contract'
import type { Actor } from '../../chats/index.ts'
import type { AnswerPorts } from '../ports.ts'

/** Maximum delay of a reader by a lost notice. */
const maxWaitMs = 15_000

/** The paused job that writes an answer, according to these events; null when it continues, undefined when they don't mention it. */
export function pausedJobAfter(events: readonly { part: StreamPart }[]): InvocationId | null | undefined {
  const last = events.findLast(({ part }) => part.type === 'data-job')?.part
  return last?.type === 'data-job' ? (last.data.pause ? last.data.invocationId : null) : undefined
}

/** Follows a paused job of `asker`, so that its readers don't need to poll the log. */
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
