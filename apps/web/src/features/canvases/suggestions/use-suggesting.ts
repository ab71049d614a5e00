import {
  type AccountId,
  type CanvasAction,
  type CanvasId,
  type CanvasRange,
  type CanvasSuggestionPart,
  mintId,
  type ShapingId,
  stopCanvasSuggestion,
  suggestInCanvas,
} from '@atrium/contract'
import { useState } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { api } from '../../../lib/api/api.ts'
import { readServerSentEvents } from '../../../lib/read-events.ts'
import { showFailure } from '../../../lib/toasts/show-failure.ts'
import { showToast } from '../../../lib/toasts/toasts.ts'
import { translate } from '../../../lib/translate.ts'
import type { CanvasSession } from '../editor/use-canvas-session.ts'
import { whenSaved } from './saved.ts'

export type Suggesting = {
  /** The running suggestion of this tab. */
  running: ShapingId | null
  /** Model and cost of the last suggestion of this tab. */
  lastCost: string | null
  start(asked: {
    action: CanvasAction
    instruction?: string
    range: CanvasRange | null
    modelId: string
  }): void
  stop(shapingId: ShapingId): void
}

type Finish = Extract<CanvasSuggestionPart, { type: 'finish' }>

const silenceLimitMs = 45_000

/** Starts and stops suggestions in a canvas; reports their outcome. */
export function useSuggesting(
  accountId: AccountId,
  canvasId: CanvasId,
  session: CanvasSession | null,
): Suggesting {
  const [running, setRunning] = useState<ShapingId | null>(null)
  const [lastCost, setLastCost] = useState<string | null>(null)
  const place = { accountId, roomId: null }
  const start: Suggesting['start'] = (asked) => {
    if (!session) return
    const shapingId = mintId('shaping')
    setRunning(shapingId)
    const run = async () => {
      // The server finds the passage in what it has stored.
      if (!(await whenSaved(session))) return void showToast(translate('canvasWork:unsaved'), 'bad')
      const reply = await api.stream(
        suggestInCanvas,
        { params: { canvasId }, body: { ...asked, shapingId } },
        { place },
      )
      const end = await endOf(reply)
      setLastCost(costOf(end))
      sayOutcome(end)
    }
    run()
      .catch(showFailure)
      .finally(() => setRunning((before) => (before === shapingId ? null : before)))
  }
  const stop = (shapingId: ShapingId) =>
    void api
      .call(stopCanvasSuggestion, { params: { canvasId }, body: { shapingId } }, { place })
      .catch(showFailure)
  return { running, lastCost, start, stop }
}

async function endOf(reply: Response): Promise<Finish> {
  if (reply.body !== null)
    for await (const { data } of readServerSentEvents(reply.body, silenceLimitMs)) {
      const part = JSON.parse(data) as CanvasSuggestionPart
      if (part.type === 'finish') return part
      if (part.type === 'error')
        throw new ApiError({
          code: part.errorCode,
          status: 0,
          message: part.errorCode,
          retryAfterSeconds: part.retryAfterSeconds ?? undefined,
        })
    }
  throw new ApiError({ code: 'NO_ANSWER', status: 0, message: 'The text broke off.' })
}

const costOf = ({ modelName, creditsCharged }: Finish): string =>
  `${modelName} · ${translate('chat:cost.credits', { count: creditsCharged })}`

/** A suggestion is visible in the text and the bar. Every other outcome needs a message. */
function sayOutcome(end: Finish): void {
  const cut = end.isCut ? translate('canvasWork:cut') : ''
  if (end.outcome === 'suggested') {
    if (cut !== '') void showToast(cut, 'warning')
    return
  }
  const said = {
    unchanged: translate('canvasWork:unchanged', { model: end.modelName }),
    stopped: translate('canvasWork:stopped'),
    refused: translate('canvasWork:refused'),
  }[end.outcome]
  void showToast(`${said} ${cut} (${costOf(end)})`, end.outcome === 'refused' ? 'bad' : 'plain')
}
