import {
  AUTO_MODEL_ID,
  listModels,
  markFavourite,
  setAutoOptions,
  type AccountId,
  type AutoOptions,
  type Model,
} from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

export const modelsQuery = (accountId: AccountId) =>
  queryOptions({
    queryKey: ['models', accountId],
    queryFn: async ({ signal }) => (await api.call(listModels, {}, { signal })).message,
    staleTime: 5 * 60_000,
  })

/** Stores what auto prefers and may use for the caller. */
export const chooseAutoOptions = (accountId: AccountId, options: AutoOptions): Promise<void> =>
  changeModels(
    accountId,
    (model) =>
      model.modelId === AUTO_MODEL_ID ? { ...model, options: { ...model.options, ...options } } : model,
    () => api.call(setAutoOptions, { body: options }),
  )

/** Puts a model among the caller's favourites, or takes it out. */
export const changeFavourite = (accountId: AccountId, modelId: string, isFavourite: boolean): Promise<void> =>
  changeModels(
    accountId,
    (model) => (model.modelId === modelId ? { ...model, isFavourite } : model),
    () => api.call(markFavourite, { body: { modelId, isFavourite } }),
  )

/** Shown at once; when the server refuses, the list is loaded as it really is, and the caller hears why. */
async function changeModels(
  accountId: AccountId,
  change: (model: Model) => Model,
  store: () => Promise<unknown>,
): Promise<void> {
  const { queryKey } = modelsQuery(accountId)
  // A list that is on its way would bring back what was before.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (models) => models?.map(change))
  try {
    await store()
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey })
    throw error
  }
}
