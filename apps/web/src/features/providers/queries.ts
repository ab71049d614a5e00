import {
  type AddedProvider,
  addProvider,
  changeProvider,
  listProviders,
  type ModelTiming,
  type ProviderChanges,
  type ProviderId,
  type ProviderTest,
  type ProviderToAdd,
  type ProviderToTest,
  removeProvider,
  testProvider,
  timeModel,
} from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/query-client.ts'

export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: async ({ signal }) => (await api.call(listProviders, {}, { signal })).data,
  // The server checks the providers every minute.
  refetchInterval: 60_000,
})

/** After a change: reloads the page's data and the selectable models. */
async function settled<Reply>(call: Promise<Reply>): Promise<Reply> {
  try {
    return await call
  } finally {
    void queryClient.invalidateQueries({ queryKey: ['models'] })
    await queryClient.invalidateQueries({ queryKey: providersQuery.queryKey })
  }
}

/** System administrators' changes of providers. Each throws if refused. */
export const providerChanges = {
  add: (body: ProviderToAdd) => settled(api.call(addProvider, { body })),
  change: (providerId: ProviderId, body: ProviderChanges) =>
    settled(api.call(changeProvider, { params: { providerId }, body })),
  switch: ({ id, revision }: AddedProvider, isEnabled: boolean) =>
    providerChanges.change(id, { revision, isEnabled }),
  remove: (providerId: ProviderId) => settled(api.call(removeProvider, { params: { providerId } })),
  test: async (body: ProviderToTest, signal: AbortSignal): Promise<ProviderTest> =>
    (await api.call(testProvider, { body }, { signal })).data,
  time: async (body: ProviderToTest & { model: string }, signal: AbortSignal): Promise<ModelTiming> =>
    (await api.call(timeModel, { body }, { signal })).data,
}
