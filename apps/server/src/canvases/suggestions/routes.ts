import { contract, limits } from '@atrium/contract'
import { inTenant } from '../../platform/database/index.ts'
import { type Binding, binding } from '../../platform/http/bind.ts'
import {
  answerAbout,
  openCall,
  refusalOf,
  requestStop,
  streamText,
  type WritingToolsPorts,
} from '../../writing-tools/index.ts'
import { requireCanvas } from '../access.ts'
import { estimateSuggestion } from './estimate-suggestion.ts'
import { gatherPassage } from './gather-passage.ts'
import { suggest } from './suggest.ts'

/** Maximum tokens of an answer about a canvas. */
const answerTokens = 4_096

export const suggestionBindings = (ports: WritingToolsPorts): Binding[] => [
  binding(contract.suggestInCanvas, ({ caller, params, body, reply }) =>
    suggest(ports, caller, { ...body, ...params }, reply),
  ),
  binding(contract.stopCanvasSuggestion, async ({ caller, params: { canvasId }, body: { shapingId } }) => {
    await inTenant(ports.database, caller, async (trx) => {
      await requireCanvas(trx, caller, canvasId, 'edit')
      await requestStop(trx, caller, shapingId)
    })
    return { message: { shapingId } }
  }),
  binding(contract.estimateCanvasSuggestion, async ({ caller, params, body }) => ({
    message: await estimateSuggestion(ports, caller, { ...body, ...params }),
  })),
  binding(contract.askCanvas, async ({ caller, params: { canvasId }, body, reply }) => {
    const { question, range, ...asked } = body
    const call = await inTenant(ports.database, caller, async (trx) => {
      const { roomId } = await requireCanvas(trx, caller, canvasId, 'view')
      const { doc, markdown } = await gatherPassage(trx, caller, {
        canvasId,
        range,
        maxCharacters: limits.maxCanvasBytes,
      })
      doc.destroy()
      return await openCall(trx, ports, caller, {
        ...asked,
        kind: 'canvas-question',
        turnId: null,
        roomId,
        prompt: answerAbout(question, markdown),
        outputTokenLimit: answerTokens,
      })
    }).catch((error: unknown) => {
      throw refusalOf(error)
    })
    await streamText(ports, call, reply)
  }),
]
