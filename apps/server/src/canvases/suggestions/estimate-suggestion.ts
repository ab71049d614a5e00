import { type CanvasId, type CanvasWork, limits } from '@atrium/contract'
import { credits } from '../../chats/index.ts'
import { maxCostOf, priceQuestion } from '../../credits/index.ts'
import { countTokens } from '../../models/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import type { Member } from '../../platform/http/guards.ts'
import { planCall, type WritingToolsPorts } from '../../writing-tools/index.ts'
import { requireCanvas } from '../access.ts'
import { gatherPassage } from './gather-passage.ts'
import { promptOf } from './prompt-of.ts'
import { suggestionTokens } from './open-suggestion.ts'

/** Length of the result for each length of the passage, as the instructions ask for it. */
const lengthOf: Record<CanvasWork['action'], number> = {
  improve: 1,
  summarize: 0.25,
  expand: 2,
  shorten: 0.5,
  simplify: 1.1,
  instruct: 1,
}

/** Returns the likely and the maximum cost of a suggestion. Writes nothing. */
export const estimateSuggestion = (
  ports: WritingToolsPorts,
  member: Member,
  asked: CanvasWork & { canvasId: CanvasId },
): Promise<{ modelName: string; inputTokens: number; likelyCredits: number; maxCredits: number }> =>
  inTenant(ports.database, member, async (trx) => {
    const { roomId } = await requireCanvas(trx, member, asked.canvasId, 'edit')
    const { markdown, doc } = await gatherPassage(trx, member, {
      ...asked,
      maxCharacters: limits.shapingCharacters,
    })
    doc.destroy()
    const prompt = promptOf(asked, markdown)
    const { model, inputTokens, maxOutputTokens } = await planCall(trx, ports, member, {
      prompt,
      roomId,
      modelId: asked.modelId,
      outputTokenLimit: suggestionTokens,
    })
    const outputTokens = Math.min(maxOutputTokens, Math.ceil(countTokens(markdown) * lengthOf[asked.action]))
    const likely = { inputTokens, cachedInputTokens: 0, outputTokens, reasoningTokens: 0, estimated: true }
    const most = maxCostOf(model.price, { inputTokens, maxOutputTokens })
    return {
      modelName: model.displayName,
      inputTokens,
      likelyCredits: credits(Math.min(most, priceQuestion(model.price, likely))),
      maxCredits: credits(most),
    }
  })
