import type { CanvasSuggestionPart } from '@atrium/contract'
import type { FastifyReply } from 'fastify'
import { openEventStream } from '../../platform/http/event-stream.ts'
import type { Member } from '../../platform/http/guards.ts'
import { runCall, type WritingToolsPorts } from '../../writing-tools/index.ts'
import { keepSuggestion, type Kept } from './keep-suggestion.ts'
import { openSuggestion, type SuggestionAsked } from './open-suggestion.ts'
import { showProgress } from './show-progress.ts'
import { watchSuggestion } from './watch-suggestion.ts'

/**
 * Has a model rework a passage, streams its text, and writes the difference into the canvas in the transaction that settles the credits: a
 * suggestion is neither lost nor written twice, and continues when its reader leaves. A stopped one leaves the canvas as it is.
 */
export async function suggest(
  ports: WritingToolsPorts,
  member: Member,
  asked: SuggestionAsked,
  reply: FastifyReply,
): Promise<void> {
  const opened = await openSuggestion(ports, member, asked)
  const stream = ports.watchReader(member, openEventStream(reply))
  const send = (part: CanvasSuggestionPart) => void stream.write(`data: ${JSON.stringify(part)}\n\n`)
  const { canvasId, shapingId } = asked
  let reason: 'stopped' | 'refused' = 'stopped'
  let kept: Kept = { outcome: 'unchanged', changes: 0 }
  const progress = showProgress(ports, member, opened)
  let watch: { stop(): void } | undefined
  try {
    const { state, errorCode, retryAfterSeconds, isCut, usage, creditsCharged, modelName, sandbox } =
      await runCall(ports, opened.call, {
        onLeft: (leave) => {
          watch = watchSuggestion(ports, { ...member, canvasId, shapingId }, (why) => {
            reason = why
            leave()
          })
        },
        onText: (delta) => {
          progress.add(delta)
          send({ type: 'text-delta', delta })
        },
        keep: async (trx, text) => {
          kept = await keepSuggestion(trx, member, opened, text)
        },
      })
    const cost = { usage, creditsCharged, modelName, sandbox }
    const { outcome, changes } = state === 'stopped' ? { outcome: reason, changes: 0 } : kept
    send(
      state === 'failed'
        ? { type: 'error', errorCode: errorCode ?? 'INTERNAL', retryAfterSeconds, ...cost }
        : { type: 'finish', outcome, changes, isCut, ...cost },
    )
    stream.write('data: [DONE]\n\n')
  } catch (error) {
    // The stream closes without an end event, and its reader treats it as interrupted.
    ports.log.error(
      { event: 'shaping.close_failed', err: error, shapingId },
      'Could not settle a suggestion for a canvas',
    )
  } finally {
    watch?.stop()
    await progress.end()
    opened.doc.destroy()
    stream.end()
  }
}
