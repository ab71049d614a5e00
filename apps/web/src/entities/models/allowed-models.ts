import { AUTO_MODEL_ID } from '@atrium/contract'

export type ModelToAllow = { modelId: string; displayName: string; providerName: string }

/** Groups the models by provider, in order. */
export function byProvider(models: readonly ModelToAllow[]): { provider: string; models: ModelToAllow[] }[] {
  const groups = new Map<string, ModelToAllow[]>()
  for (const model of models)
    groups.set(model.providerName, [...(groups.get(model.providerName) ?? []), model])
  return [...groups].map(([provider, ofProvider]) => ({ provider, models: ofProvider }))
}

/** The saved ids that are no longer offered, each once. */
export const leftModels = (models: readonly ModelToAllow[], saved: readonly string[]): string[] => {
  const known = new Set([AUTO_MODEL_ID, ...models.map(({ modelId }) => modelId)])
  return [...new Set(saved.filter((modelId) => !known.has(modelId)))]
}

/** Whether two lists allow the same, in whatever order the models were ticked. */
export const isSameList = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  JSON.stringify(one?.toSorted()) === JSON.stringify(other?.toSorted())
