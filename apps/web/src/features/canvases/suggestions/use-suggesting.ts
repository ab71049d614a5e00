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

/** Starts and stops suggestions in a canvas; says what came of them. */
export function useSuggesting(
  accountId: AccountId,
  canvasId: CanvasId,
  session: CanvasSession | null,
): Suggesting {
  const [running, setRunning] = useState<ShapingId | null>(null)
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
      sayOutcome(await endOf(reply))
    }
    run()
      .catch(showFailure)
      .finally(() => setRunning((before) => (before === shapingId ? null : before)))
  }
  const stop = (shapingId: ShapingId) =>
    void api
      .call(stopCanvasSuggestion, { params: { canvasId }, body: { shapingId } }, { place })
      .catch(showFailure)
  return { running, start, stop }
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

function sayOutcome({ outcome, changes, isCut, creditsCharged, modelName: model }: Finish): void {
  const cost = translate('chat:cost.credits', { count: creditsCharged })
  const said = {
    suggested: translate('canvasWork:changes', { count: changes }),
    unchanged: translate('canvasWork:unchanged', { model }),
    stopped: translate('canvasWork:stopped'),
    refused: translate('canvasWork:refused'),
  }[outcome]
  const cut = isCut ? ` ${translate('canvasWork:cut')}` : ''
  void showToast(`${said}${cut} (${model} · ${cost})`, outcome === 'refused' ? 'bad' : 'good')
}
