import { type AccountId, dismissFirstSteps, getFirstSteps } from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/query-client.ts'

const inAccount = (accountId: AccountId) => ({ place: { accountId, roomId: null } })

/** The first steps of an account for one of its admins, fresh at each empty chat. Using a template reloads it, by its key. */
export const firstStepsQuery = (accountId: AccountId) =>
  queryOptions({
    queryKey: ['prompts', accountId, 'first-steps'] as const,
    queryFn: async ({ signal }) =>
      (await api.call(getFirstSteps, {}, { ...inAccount(accountId), signal })).message,
    staleTime: 0,
  })

export const reloadFirstSteps = (accountId: AccountId): void =>
  void queryClient.invalidateQueries({ queryKey: firstStepsQuery(accountId).queryKey })

/** Closes the list at once; throws if the server did not save this. */
export async function closeFirstSteps(accountId: AccountId): Promise<void> {
  const { message } = await api.call(dismissFirstSteps, {}, inAccount(accountId))
  queryClient.setQueryData(firstStepsQuery(accountId).queryKey, message)
}
