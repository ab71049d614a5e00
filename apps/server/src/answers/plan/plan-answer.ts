import type { AnswerChoice, PictureWishes, ResponseStyle } from '@atrium/contract'
import { maxCostOf } from '../../credits/index.ts'
import type { AllowedModels, Models, Resolution, ResolvedModel } from '../../models/index.ts'
import { onRequest } from '../compaction/plan-summary.ts'
import { buildPrompt } from './build-prompt.ts'
import { choiceToShow, chooseModel, hasPictures } from './choose-model.ts'
import { countPrompt } from './count-prompt.ts'
import { fitDrawing, type FittedPrompt, fitPrompt, outputTokenLimit } from './fit-prompt.ts'
import type { AnswerMaterial } from './gather-material.ts'
import type { SearchPlan } from './plan-search.ts'
import { planTables, type TablesPlan, tokensForTables } from './plan-tables.ts'
import { planServerTools, type ServerToolsPlan, tokensForServerTools } from './plan-server-tools.ts'
import { planWeb, tokensForWeb, type WebPlan } from './plan-web.ts'
import {
  type Drawing,
  maxDrawingCostOf,
  prepareDrawing,
  refuseUnsupportedOptions,
} from './prepare-drawing.ts'

/** The plan of an answer, made before anything is written: model, prompt, search, price. */
export type AnswerPlan = FittedPrompt & {
  model: ResolvedModel
  /** The fallback models, in order, for a provider that fails before the first word. */
  fallbacks: ResolvedModel[]
  /** The models that may receive the conversation. */
  allowedModelIds: AllowedModels
  decision: Resolution['decision']
  /** The model choice as readers see it. */
  choice: AnswerChoice | null
  /** The search plan; null where there is nothing to search. */
  search: SearchPlan | null
  /** What the answer may do on the web; null without it. */
  web: WebPlan | null
  /** What the answer may do with spreadsheets; null without any, and for models that can't query them. */
  tables: TablesPlan | null
  /** What the answer may do with tools of connected servers; null without any, and where they don't fit. */
  serverTools: ServerToolsPlan | null
  /** The pictures to generate; null for an answer in words. */
  drawing: Drawing | null
  /** Maximum price in thousandths of a credit: the hold. */
  maxCostMilli: number
  /** Tokens of the conversation before compaction, including its sources. */
  contextTokens: number
  /** Whether a monthly limit leaves too little, so that the account's model for this case, or a cheaper one, answers. */
  isBeyondLimit: boolean
}

type AnswerRequest = {
  /** A model's id, or Auto's. */
  modelId: string
  style: ResponseStyle
  /** The asker's options for pictures. */
  pictureOptions?: PictureWishes | undefined
  /** Summarizes as much of the conversation as makes sense, even if all of it fits. */
  compactsNow?: boolean
}

/**
 * Plans an answer: chooses the model, builds and fits the prompt, and prices the longest answer. Where a monthly limit leaves less than
 * that, the model that the account names for it answers, if it can. Reads and writes nothing, so the same material and request give
 * the same plan. Throws for models and options that are unavailable, and TOKEN_LIMIT_REACHED.
 */
export function planAnswer(models: Models, material: AnswerMaterial, request: AnswerRequest): AnswerPlan {
  const plan = planWithin(models, material, request)
  const { limit } = material
  if (limit === null || plan.drawing || plan.maxCostMilli <= limit.leftMilli) return plan
  return planBeyondLimit(models, material, request, plan, limit.modelId) ?? plan
}

/** Null when the model for limits isn't available here, so that the question is refused. */
function planBeyondLimit(
  models: Models,
  material: AnswerMaterial,
  request: AnswerRequest,
  plan: AnswerPlan,
  modelId: string,
): AnswerPlan | null {
  const { allowedModelIds } = material
  const asked = { style: request.style, inputTokens: 0, preference: 'balanced' as const, allowedModelIds }
  const model = models.resolve(modelId, asked)?.model
  if (!model || model.pictures || (hasPictures(plan.prompt) && !model.seesPictures)) return null
  if (model.modelId === plan.model.modelId) return { ...plan, fallbacks: [], isBeyondLimit: true }
  const cheaper = planWithin(models, { ...material, auto: null }, { ...request, modelId })
  // If the chosen model is cheaper still, it answers.
  if (plan.maxCostMilli <= cheaper.maxCostMilli) return { ...plan, fallbacks: [], isBeyondLimit: true }
  const choice = { reason: 'CREDIT_LIMIT' as const, alternative: null, failed: [] }
  return { ...cheaper, fallbacks: [], choice, isBeyondLimit: true }
}

function planWithin(models: Models, material: AnswerMaterial, request: AnswerRequest): AnswerPlan {
  const { sendsAll, allowedModelIds } = material
  const { style, compactsNow = false } = request
  const whole = buildPrompt(material)
  const wholeTokens = countPrompt(whole)
  const forWeb = material.web ? tokensForWeb() : 0
  const forTools = material.serverTools ? tokensForServerTools(material.serverTools) : 0
  const resolution = chooseModel(models, material, {
    ...request,
    hasImages: hasPictures(whole),
    inputTokens: wholeTokens + (material.search?.maxTokens ?? 0) + forWeb + forTools,
    outputTokenLimit: outputTokenLimit[style],
  })
  const { model } = resolution
  refuseUnsupportedOptions(model, request)
  const drawing = compactsNow ? null : prepareDrawing(model, whole, material.room, material.drawing)
  const tablesMaterial = model.readsSpreadsheets && !drawing ? material.tables : null
  const search = tablesMaterial ? tablesMaterial.search : material.search
  const forFiles = search?.maxTokens ?? 0
  const fitted = drawing
    ? fitDrawing(drawing, whole, model, style)
    : fitPrompt(material, model, {
        style,
        sendsAll,
        wantedForSources: forFiles + forWeb + forTools + (tablesMaterial ? tokensForTables() : 0),
        ...(compactsNow && { compaction: onRequest }),
      })
  const withTables = tablesMaterial && planTables(tablesMaterial, fitted, forFiles + forWeb + forTools)
  const afterTables = { ...fitted, ...(withTables && { sourceTokens: withTables.sourceTokens }) }
  const withTools =
    material.serverTools && !drawing
      ? planServerTools(material.serverTools, model, afterTables, forFiles + forWeb)
      : null
  const rest = { ...afterTables, ...(withTools && { sourceTokens: withTools.sourceTokens }) }
  const onWeb = material.web && !drawing ? planWeb(material.web, model, rest, forFiles) : null
  const totalInputTokens =
    (onWeb?.web.totalInputTokens ?? 0) +
    (withTables?.tables.totalInputTokens ?? 0) +
    (withTools?.serverTools.totalInputTokens ?? 0)
  return {
    ...resolution,
    ...rest,
    ...(onWeb && { sourceTokens: onWeb.sourceTokens }),
    // Attached spreadsheets reach a model in no other way.
    ...(tablesMaterial?.isNamed && {
      fallbacks: resolution.fallbacks.filter(({ readsSpreadsheets }) => readsSpreadsheets),
    }),
    web: onWeb?.web ?? null,
    tables: withTables?.tables ?? null,
    serverTools: withTools?.serverTools ?? null,
    allowedModelIds,
    choice: choiceToShow(resolution),
    search,
    drawing,
    maxCostMilli: drawing
      ? maxDrawingCostOf(model, drawing)
      : maxCostOf(model.price, { ...fitted, ...(totalInputTokens > 0 && { inputTokens: totalInputTokens }) }),
    // An image model gets only the end of the conversation.
    contextTokens: drawing ? fitted.inputTokens : wholeTokens + fitted.sourceTokens,
    isBeyondLimit: false,
  }
}
