import { AUTO_MODEL_ID, type AnswerChoice, type AskQuestion } from '@atrium/contract'
import { balancesOf } from '../credits/index.ts'
import {
  keepChoice,
  plainQuestion,
  type PromptMessage,
  type ResolvedModel,
  type Resolution,
  traitsOf,
  wishesOf,
} from '../models/index.ts'
import type { TenantTransaction } from '../platform/database/index.ts'
import type { Member } from '../platform/http/guards.ts'
import { modelsAllowedIn, refuseModel, type RoomModels } from '../rooms/index.ts'
import type { AnswerPorts } from './ports.ts'

type QuestionToRoute = Pick<AskQuestion, 'modelId' | 'style'> & {
  /** Where it is asked. */
  room: RoomModels
  /** Its text. */
  question: string
  /** Whether there are pictures anywhere in the conversation: who answers must see them. */
  hasImages: boolean
  inputTokens: number
  mostOutputTokens: number
  /** How many pictures are wanted, if that was said. */
  pictureCount?: number | undefined
}

/** Who answers a question: the model that was asked for or, for Auto, the one that suits. Refuses what may not be asked. */
export async function chooseModel(
  trx: TenantTransaction,
  ports: AnswerPorts,
  { accountId, userId }: Member,
  { modelId, room, style, question, hasImages, inputTokens, mostOutputTokens, pictureCount }: QuestionToRoute,
): Promise<Resolution> {
  const request = {
    style,
    inputTokens,
    mostOutputTokens,
    ...(pictureCount !== undefined && { pictureCount }),
    allowedModelIds: modelsAllowedIn(room),
    preference: 'balanced' as const,
    traits: { ...plainQuestion, hasImages },
  }
  if (modelId !== AUTO_MODEL_ID) return ports.models.resolve(modelId, request) ?? refuseModel(room, modelId)
  const [wishes, { shownMilli }] = await Promise.all([
    wishesOf(trx, userId),
    balancesOf(trx, accountId, userId),
  ])
  return (
    ports.models.resolve(modelId, {
      ...request,
      preference: wishes.preference,
      autoModelIds: wishes.modelIds,
      availableMilli: shownMilli,
      traits: { ...traitsOf(question), hasImages },
    }) ?? refuseModel(room, modelId)
  )
}

export const hasPictures = (prompt: readonly PromptMessage[]): boolean =>
  prompt.some(({ pictures }) => pictures !== undefined && pictures.length > 0)

/** What readers are told of a choice; null where a person chose and there is nothing to tell. */
export const choiceToTell = ({ decision, fallbacks }: Resolution): AnswerChoice | null =>
  decision && { reason: decision.reason, alternative: nameOf(fallbacks[0]), failed: [] }

/** The choice of the model that answers after these have failed. */
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

/** Keeps what is told of a choice, and how Auto made it, with the turn that was just opened. */
export async function keepResolution(
  trx: TenantTransaction,
  { accountId }: Member,
  turnId: AskQuestion['turnId'],
  resolution: Resolution,
): Promise<void> {
  const told = choiceToTell(resolution)
  if (told) await keepChoice(trx, { accountId, turnId, told, decision: resolution.decision })
}

type Name = NonNullable<AnswerChoice['alternative']>

function nameOf(model: ResolvedModel): Name
function nameOf(model: ResolvedModel | undefined): Name | null
function nameOf(model: ResolvedModel | undefined): Name | null {
  return model ? { modelId: model.modelId, modelName: model.displayName } : null
}
