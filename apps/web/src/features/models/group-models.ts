import { AUTO_MODEL_ID, modelCategories, type Model, type ModelCategory } from '@atrium/contract'

/** Models of one category in the order of the list; the category null holds auto alone. */
export type ModelGroup = { category: ModelCategory | null; models: Model[] }

/** The models that fit a search, by category in the product's order, those that can be asked first; no empty group. */
export function groupModels(models: readonly Model[], query: string): ModelGroup[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const fits = (model: Model) => {
    const text =
      `${model.displayName} ${model.modelName} ${model.providerName} ${model.description}`.toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  }
  const fitting = models.filter(fits)
  const isAuto = (model: Model) => model.modelId === AUTO_MODEL_ID
  const groups: ModelGroup[] = [
    { category: null, models: fitting.filter(isAuto) },
    ...modelCategories.map((category) => ({
      category,
      models: fitting
        .filter((model) => model.category === category && !isAuto(model))
        .toSorted((one, other) => Number(other.isAvailable) - Number(one.isAvailable)),
    })),
  ]
  return groups.filter((group) => group.models.length > 0)
}
