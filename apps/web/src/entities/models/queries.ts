import {
  AUTO_MODEL_ID,
  listModels,
  markFavourite,
  setAutoOptions,
  type AccountId,
  type AutoOptions,
  type Model,
  type RoomId,
} from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/query-client.ts'

const modelsOf = (accountId: AccountId) => ['models', accountId]

/** The models that an account allows, with those that a room does not allow marked so; the account's own list for no room. */
export const modelsQuery = (accountId: AccountId, roomId: RoomId | null) =>
  queryOptions({
    queryKey: [...modelsOf(accountId), roomId],
    queryFn: async ({ signal }) =>
      (await api.call(listModels, {}, { signal, place: { accountId, roomId } })).message,
    staleTime: 5 * 60_000,
  })

/** Reloads every list of models of an account: the allowed ones have changed. */
export const reloadModels = (accountId: AccountId): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: modelsOf(accountId) })

/** Stores the caller's preference and models for Auto. */
export const chooseAutoOptions = (accountId: AccountId, options: AutoOptions): Promise<void> =>
  changeModels(
    accountId,
    (model) =>
      model.modelId === AUTO_MODEL_ID ? { ...model, options: { ...model.options, ...options } } : model,
    () => api.call(setAutoOptions, { body: options }),
  )

/** Adds a model to the user's favorites, or removes it. */
export const changeFavourite = (accountId: AccountId, modelId: string, isFavourite: boolean): Promise<void> =>
  changeModels(
    accountId,
    (model) => (model.modelId === modelId ? { ...model, isFavourite } : model),
    () => api.call(markFavourite, { body: { modelId, isFavourite } }),
  )

/** Updates optimistically; when refused, reloads the list, and throws the reason. */
async function changeModels(
  accountId: AccountId,
  change: (model: Model) => Model,
  store: () => Promise<unknown>,
): Promise<void> {
  const queryKey = modelsOf(accountId)
  // A list being loaded would restore the old state.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueriesData<Model[]>({ queryKey }, (models) => models?.map(change))
  try {
    await store()
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey })
    throw error
  }
}
