import { type CanvasId, type CanvasWork, limits, type ShapingId } from '@atrium/contract'
import { inTenant } from '../../platform/database/index.ts'
import type { Member } from '../../platform/http/guards.ts'
import { type OpenCall, openCall, refusalOf, type WritingToolsPorts } from '../../writing-tools/index.ts'
import { requireCanvas } from '../access.ts'
import { type GatheredPassage, gatherPassage } from './gather-passage.ts'
import { promptOf } from './prompt-of.ts'

/** Maximum tokens of a suggested text. */
export const suggestionTokens = 12_288

export type SuggestionAsked = CanvasWork & { canvasId: CanvasId; shapingId: ShapingId }
export type OpenSuggestion = GatheredPassage & { asked: SuggestionAsked; call: OpenCall }

/** Transaction 1: permission, rate limit, the call and its hold. */
export const openSuggestion = (
  ports: WritingToolsPorts,
  member: Member,
  asked: SuggestionAsked,
): Promise<OpenSuggestion> =>
  inTenant(ports.database, member, async (trx) => {
    const { roomId } = await requireCanvas(trx, member, asked.canvasId, 'edit')
    const gathered = await gatherPassage(trx, member, { ...asked, maxCharacters: limits.shapingCharacters })
    const call = await openCall(trx, ports, member, {
      shapingId: asked.shapingId,
      modelId: asked.modelId,
      kind: 'canvas-suggestion',
      turnId: null,
      roomId,
      prompt: promptOf(asked, gathered.markdown),
      outputTokenLimit: suggestionTokens,
    })
    return { ...gathered, asked, call }
  }).catch((error: unknown) => {
    throw refusalOf(error)
  })
