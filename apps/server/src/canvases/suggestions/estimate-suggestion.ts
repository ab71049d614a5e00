import { type CanvasId, type CanvasWork, limits } from '@atrium/contract'
import { credits } from '../../chats/index.ts'
import { maxCostOf, priceQuestion } from '../../credits/index.ts'
import { countTokens } from '../../models/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import type { Member } from '../../platform/http/guards.ts'
import { planCall, type WritingToolsPorts } from '../../writing-tools/index.ts'
import { requireCanvas } from '../access.ts'
import { gatherPassage } from './gather-passage.ts'
import { suggestionTokens } from './open-suggestion.ts'
import { promptOf } from './prompt-of.ts'

type Action = CanvasWork['action']
type Estimate = {
  modelName: string
  inputTokens: number
  likelyCredits: Record<Action, number>
  maxCredits: number
}

/** Length of the result for each length of the passage, as the instructions ask for it. */
const lengths: Record<Action, number> = {
  improve: 1,
  summarize: 0.25,
  expand: 2,
  shorten: 0.5,
  simplify: 1.1,
  instruct: 1,
}

/** Returns the likely cost of each action on a passage, and the maximum. Writes nothing. */
export const estimateSuggestion = (
  ports: WritingToolsPorts,
  member: Member,
  asked: Pick<CanvasWork, 'range' | 'modelId'> & { canvasId: CanvasId },
): Promise<Estimate> =>
  inTenant(ports.database, member, async (trx) => {
    const { roomId } = await requireCanvas(trx, member, asked.canvasId, 'edit')
    const { markdown, doc } = await gatherPassage(trx, member, {
      ...asked,
      maxCharacters: limits.shapingCharacters,
    })
    doc.destroy()
    const { model, inputTokens, maxOutputTokens } = await planCall(trx, ports, member, {
      prompt: promptOf({ action: 'improve' }, markdown),
      roomId,
      modelId: asked.modelId,
      outputTokenLimit: suggestionTokens,
    })
    const tokens = countTokens(markdown)
    const most = maxCostOf(model.price, { inputTokens, maxOutputTokens })
    const costOf = (action: Action) => {
      const outputTokens = Math.min(maxOutputTokens, Math.ceil(tokens * lengths[action]))
      const usage = { inputTokens, cachedInputTokens: 0, outputTokens, reasoningTokens: 0, estimated: true }
      return credits(Math.min(most, priceQuestion(model.price, usage)))
    }
    return {
      modelName: model.displayName,
      inputTokens,
      likelyCredits: {
        improve: costOf('improve'),
        summarize: costOf('summarize'),
        expand: costOf('expand'),
        shorten: costOf('shorten'),
        simplify: costOf('simplify'),
        instruct: costOf('instruct'),
      },
      maxCredits: credits(most),
    }
  })
