import {
  type AccountId,
  type AgentJob,
  cancelAgentJob,
  continueAgentJob,
  type InvocationId,
  type jobFilters,
  limits,
  listAgentJobs,
  readAgentJob,
  type RequestInput,
} from '@atrium/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { listFrom } from '../../lib/list-from.ts'
import { queryClient } from '../../lib/query-client.ts'
import { agentJobKeys } from './agent-job-keys.ts'

const inAccount = (accountId: AccountId) => ({ place: { accountId, roomId: null } })

/** One job of the user. */
export const agentJobQuery = (accountId: AccountId, invocationId: InvocationId) =>
  queryOptions({
    queryKey: [...agentJobKeys(accountId), 'one', invocationId],
    queryFn: async ({ signal }) =>
      (await api.call(readAgentJob, { params: { invocationId } }, { ...inAccount(accountId), signal }))
        .message,
  })

export type JobsWanted = { scope: 'own' | 'account'; state: (typeof jobFilters)[number]; page: number }

/** A page of jobs. Refetched now and then: their costs change without a notice. */
export const agentJobsQuery = (accountId: AccountId, { scope, state, page }: JobsWanted) =>
  queryOptions({
    queryKey: [...agentJobKeys(accountId), 'list', { scope, state, page }],
    queryFn: async ({ signal }) => {
      const query = { scope, state, page: String(page), page_size: String(limits.historyPageSize) }
      const { message, count } = await api.call(listAgentJobs, { query }, { ...inAccount(accountId), signal })
      return { jobs: listFrom(message), count }
    },
    placeholderData: keepPreviousData,
    refetchInterval: limits.invocationPollMs,
  })

type Answer = RequestInput<typeof continueAgentJob>['body']

/** Changes of jobs in an account; every list reloads, also after a refusal. */
export const agentJobChanges = (accountId: AccountId) => {
  const thenReload = async (work: Promise<{ message: AgentJob }>): Promise<AgentJob> => {
    try {
      return (await work).message
    } finally {
      void queryClient.invalidateQueries({ queryKey: agentJobKeys(accountId) })
    }
  }
  return {
    continue: (invocationId: InvocationId, body: Answer) =>
      thenReload(api.call(continueAgentJob, { params: { invocationId }, body }, inAccount(accountId))),
    cancel: (invocationId: InvocationId) =>
      thenReload(api.call(cancelAgentJob, { params: { invocationId } }, inAccount(accountId))),
  }
}
