import {
  listModels,
  setAutoPreference,
  type AccountId,
  type AutoPreference,
  AUTO_MODEL_ID,
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

/** Stores what auto prefers for the caller; shown at once, taken back when the server refuses. */
export async function preferAuto(accountId: AccountId, preference: AutoPreference): Promise<void> {
  const { queryKey } = modelsQuery(accountId)
  const before = queryClient.getQueryData(queryKey)
  queryClient.setQueryData(queryKey, (models) => models?.map((model) => withPreference(model, preference)))
  try {
    await api.call(setAutoPreference, { body: { preference } })
  } catch (error) {
    queryClient.setQueryData(queryKey, before)
    throw error
  }
}

const withPreference = (model: Model, preference: AutoPreference): Model =>
  model.modelId === AUTO_MODEL_ID ? { ...model, options: { ...model.options, preference } } : model
