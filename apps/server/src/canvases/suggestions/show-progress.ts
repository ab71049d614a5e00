import type { Member } from '../../platform/http/guards.ts'
import type { WritingToolsPorts } from '../../writing-tools/index.ts'
import { shareWriting } from './share-writing.ts'
import type { OpenSuggestion } from './open-suggestion.ts'

const everyMs = 250
/** Interval of renewals: browsers drop a suggestion that isn't renewed for longer. */
const renewMs = 3_000

/** Shows a suggestion to everybody in the canvas while it is written. */
export function showProgress(
  ports: Pick<WritingToolsPorts, 'database' | 'log'>,
  { accountId, userId }: Member,
  { asked, call }: Pick<OpenSuggestion, 'asked' | 'call'>,
): { add(delta: string): void; end(): Promise<void> } {
  const { canvasId, shapingId, range } = asked
  let text = ''
  let isChanged = true
  let sentAt = 0
  let sending = Promise.resolve()
  const share = (isEnded: boolean) => {
    isChanged = false
    sentAt = performance.now()
    const { displayName: modelName } = call.model
    const writing = {
      type: 'writing' as const,
      shapingId,
      userId,
      modelName,
      at: range?.to ?? null,
      text,
      isEnded,
    }
    sending = sending.then(() => shareWriting(ports, { accountId, canvasId }, writing))
    return sending
  }
  void share(false)
  const timer = setInterval(() => {
    if (isChanged || performance.now() - sentAt > renewMs) void share(false)
  }, everyMs).unref()
  return {
    add(delta) {
      text += delta
      isChanged = true
    },
    async end() {
      clearInterval(timer)
      await share(true)
    },
  }
}
