import { AUTO_MODEL_ID } from '@atrium/contract'
import { maxCostOf } from '../../credits/index.ts'
import { type AutoDecision, factsOf } from '../auto/auto-decision.ts'
import { type AllowedModels, isAllowedBy } from './allowed-models.ts'
import type { Catalogue, CatalogueModel } from './catalogue.ts'
import { canStandInFor, fallbacksAmong, type Needs, routeQuestion } from '../auto/route-question.ts'

/** The request for a model, with its rules. */
export interface Request extends Needs {
  /** Allowed models, also for Auto and as fallbacks; all by default. */
  allowedModelIds?: AllowedModels
  /** Models that the asker lets Auto use; all by default. */
  autoModelIds?: AllowedModels
  /** Maximum output tokens: determine whether the answer can be paid. */
  outputTokenLimit?: number
  /** Number of pictures for a picture model; one by default. */
  pictureCount?: number
}

/** The model for a request, and its fallbacks, in order, for when its provider fails before the first word. */
export interface Resolved {
  model: CatalogueModel
  fallbacks: CatalogueModel[]
  /** How Auto chose; null when a person did. */
  decision: AutoDecision | null
}

/** Null for an unknown or disallowed model. A model whose provider seems down is still returned. */
export function resolveModel(catalogue: Catalogue, modelId: string, request: Request): Resolved | null {
  const isAllowed = allows(request.allowedModelIds)
  if (modelId === AUTO_MODEL_ID) return resolveAuto(catalogue, request)
  const model = catalogue.find(modelId)
  if (!model || !isAllowed(model)) return null
  const fallbacks = model.row.fallbacks
    .flatMap((id) => catalogue.find(id) ?? [])
    .filter((other) => other.watch.isUp && isAllowed(other))
    .filter((other) => canStandInFor(other, model, request))
    .filter(({ row }) => row.is_deferred_response === model.row.is_deferred_response)
  return { model, fallbacks, decision: null }
}

function resolveAuto(catalogue: Catalogue, request: Request): Resolved | null {
  const usable = usableByAuto(catalogue, request).filter(({ watch }) => watch.isUp || !watch.isOptional)
  const up = usable.filter(({ watch }) => watch.isUp)
  const candidates = (up.length > 0 ? up : usable).map((model) => ({
    ...model,
    maxMilli: maxMilliOf(model, request),
  }))
  const { style, inputTokens, preference, traits, availableMilli } = request
  const needs: Needs = {
    style,
    inputTokens,
    preference,
    ...(traits && { traits }),
    ...(availableMilli !== undefined && Number.isFinite(availableMilli) && { availableMilli }),
  }
  const { ranked, reason } = routeQuestion(candidates, needs)
  const [model] = ranked
  if (!model) return null
  return {
    model,
    fallbacks: fallbacksAmong(ranked, needs),
    decision: { version: 1, needs, candidates: candidates.map(factsOf), modelId: model.modelId, reason },
  }
}

/**
 * Returns the models that Auto chooses from: allowed ones that the asker lets it use. When every model of the asker's list has
 * left the catalogue, the list is ignored.
 */
export function usableByAuto(
  catalogue: Catalogue,
  { allowedModelIds, autoModelIds }: Pick<Request, 'allowedModelIds' | 'autoModelIds'>,
): CatalogueModel[] {
  // An answer that takes minutes and a budget must be chosen by name.
  const allowed = catalogue
    .models()
    .filter(({ row }) => !row.is_deferred_response)
    .filter(allows(allowedModelIds))
  const wanted = allowed.filter(allows(autoModelIds))
  return wanted.length > 0 ? wanted : allowed
}

const allows =
  (ids: AllowedModels | undefined) =>
  ({ modelId }: CatalogueModel): boolean =>
    isAllowedBy(ids ?? null, modelId)

/** The maximum price of this question with a model, in thousandths of a credit. */
const maxMilliOf = (
  model: CatalogueModel,
  { inputTokens, outputTokenLimit = Infinity, pictureCount = 1 }: Request,
): number => {
  const firstSize = model.pictures?.sizes[0]
  if (firstSize) return firstSize.milliEach * pictureCount
  return maxCostOf(model.price, {
    inputTokens,
    maxOutputTokens: Math.min(model.row.maxOutputTokens, outputTokenLimit),
  })
}
