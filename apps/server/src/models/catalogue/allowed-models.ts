/** Ids of allowed models; null: all. */
export type AllowedModels = readonly string[] | null

/** Returns the models that two rules both allow. */
export const allowedByBoth = (one: AllowedModels, other: AllowedModels): AllowedModels =>
  one && other ? one.filter((modelId) => other.includes(modelId)) : (one ?? other)

export const isAllowedBy = (allowed: AllowedModels, modelId: string): boolean =>
  allowed === null || allowed.includes(modelId)
