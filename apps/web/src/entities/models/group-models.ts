import { AUTO_MODEL_ID, modelCategories, type Model, type ModelCategory } from '@atrium/contract'

/** Models under one heading in list order; the category null has only Auto. */
export type ModelGroup = { category: ModelCategory | 'favourites' | null; models: Model[] }

/**
 * Returns the models that match a search: Auto, the favorites (unless they stay in their categories), then the others by category
 * in the product's order; available ones first in each. A model is in one group only, and no group is empty.
 */
export function groupModels(
  models: readonly Model[],
  query: string,
  { favouritesFirst = true } = {},
): ModelGroup[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const fits = (model: Model) => {
    const text =
      `${model.displayName} ${model.modelName} ${model.providerName} ${model.description}`.toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  }
  const isAuto = (model: Model) => model.modelId === AUTO_MODEL_ID
  const isApart = (model: Model) => favouritesFirst && model.isFavourite
  const fitting = models
    .filter(fits)
    .toSorted((one, other) => Number(other.isAvailable) - Number(one.isAvailable))
  const groups: ModelGroup[] = [
    { category: null, models: fitting.filter(isAuto) },
    { category: 'favourites', models: fitting.filter(isApart) },
    ...modelCategories.map((category) => ({
      category,
      models: fitting.filter((model) => model.category === category && !isAuto(model) && !isApart(model)),
    })),
  ]
  return groups.filter((group) => group.models.length > 0)
}
