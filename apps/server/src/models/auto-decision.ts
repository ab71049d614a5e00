import type { AutoReason } from '@atrium/contract'
import { type Candidate, type Needs, routeQuestion } from './route-question.ts'

/**
 * How Auto chose, to be kept and replayed: what it knew of the question and of each model, and what came of it. It holds no word
 * of the question and nothing of who asked.
 */
export interface AutoDecision {
  /** Of this form. A later one may know more; what is kept stays readable. */
  version: 1
  needs: Needs
  candidates: Candidate[]
  modelId: string
  reason: AutoReason
}

/** The facts of a model that Auto decides upon, and nothing else of it. */
export const factsOf = (model: Candidate): Candidate => ({
  modelId: model.modelId,
  providerName: model.providerName,
  sandbox: model.sandbox,
  contextLimit: model.contextLimit,
  reasoning: model.reasoning,
  seesImages: model.seesImages,
  readsSpreadsheets: model.readsSpreadsheets,
  makesPictures: model.makesPictures,
  goodAt: model.goodAt,
  speed: model.speed,
  quality: model.quality,
  creditsPerTypicalQuestion: model.creditsPerTypicalQuestion,
  ...(model.mostMilli !== undefined && { mostMilli: model.mostMilli }),
})

/** What Auto would choose now from the same, and why; null when a record has no models to choose from. */
export function decideAgain({
  needs,
  candidates,
}: Pick<AutoDecision, 'needs' | 'candidates'>): { modelId: string; reason: AutoReason } | null {
  const { ranked, reason } = routeQuestion(candidates, needs)
  const [chosen] = ranked
  return chosen ? { modelId: chosen.modelId, reason } : null
}
