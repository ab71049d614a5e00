import type { AnswerChoice, AskQuestion } from '@atrium/contract'
import {
  keepChoice,
  type Models,
  plainQuestion,
  type PromptMessage,
  type ResolvedModel,
  type Resolution,
  traitsOf,
} from '../../models/index.ts'
import type { Statement } from '../../platform/database/index.ts'
import type { Asker } from '../ports.ts'
import { refuseModel } from '../../rooms/index.ts'
import type { AnswerMaterial } from './gather-material.ts'

type QuestionToRoute = {
  modelId: string
  style: AskQuestion['style']
  /** Whether the conversation has pictures, so that the model needs vision. */
  hasImages: boolean
  inputTokens: number
  outputTokenLimit: number
}

/**
 * Returns the model that answers: the requested one or, for Auto, a suitable one. Refuses models that are unknown or not allowed.
 */
export function chooseModel(
  models: Models,
  { room, question, attachments, allowedModelIds, auto, drawing, tables }: AnswerMaterial,
  { modelId, hasImages, ...request }: QuestionToRoute,
): Resolution {
  const { count } = drawing.options
  const attachedTypes = [...attachments.values()].flatMap((files) => files.map((file) => file.contentType))
  const traits = auto ? traitsOf(question, attachedTypes) : plainQuestion
  const resolution = models.resolve(modelId, {
    style: request.style,
    inputTokens: request.inputTokens,
    outputTokenLimit: request.outputTokenLimit,
    ...(count !== undefined && { pictureCount: count }),
    allowedModelIds,
    preference: auto?.preference ?? 'balanced',
    ...(auto && { autoModelIds: auto.modelIds, availableMilli: auto.availableMilli }),
    traits: { ...traits, hasImages, hasSpreadsheets: traits.hasSpreadsheets || tables?.isNamed === true },
  })
  return resolution ?? refuseModel(room, modelId)
}

export const hasPictures = (prompt: readonly PromptMessage[]): boolean =>
  prompt.some(({ pictures }) => pictures !== undefined && pictures.length > 0)

/** The choice as readers see it; null where a person chose. */
export const choiceToShow = ({ decision, fallbacks }: Resolution): AnswerChoice | null =>
  decision && { reason: decision.reason, alternative: nameOf(fallbacks[0]), failed: [] }

/** The choice of a fallback after these models have failed. */
export const choiceAfter = (
  choice: AnswerChoice | null,
  failed: readonly ResolvedModel[],
  next: ResolvedModel | undefined,
): AnswerChoice | null =>
  failed.length === 0
    ? choice
    : {
        reason: choice?.reason ?? null,
        alternative: nameOf(next),
        failed: failed.map((model) => nameOf(model)),
      }

/** Stores the choice and Auto's decision with the turn that is just opened; null when a person chose. */
export const keepResolution = (
  { accountId }: Pick<Asker, 'accountId'>,
  turnId: AskQuestion['turnId'],
  { choice: shownChoice, decision }: Pick<Resolution, 'decision'> & { choice: AnswerChoice | null },
): Statement | null => shownChoice && keepChoice({ accountId, turnId, shownChoice, decision })

type Name = NonNullable<AnswerChoice['alternative']>

function nameOf(model: ResolvedModel): Name
function nameOf(model: ResolvedModel | undefined): Name | null
function nameOf(model: ResolvedModel | undefined): Name | null {
  return model ? { modelId: model.modelId, modelName: model.displayName } : null
}
