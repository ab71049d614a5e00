import {
  type AccountId,
  changeSchedule,
  createSchedule,
  deleteSchedule,
  limits,
  listSchedules,
  type RequestInput,
  runSchedule,
  type ScheduleId,
} from '@atrium/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { listFrom } from '../../lib/list-from.ts'
import { queryClient } from '../../lib/query-client.ts'
import { agentJobKeys } from './agent-job-keys.ts'

const inAccount = (accountId: AccountId) => ({ place: { accountId, roomId: null } })
const scheduleKeys = (accountId: AccountId) => [...agentJobKeys(accountId), 'schedules'] as const

/** A page of schedules: the user's, or for admins those of the account. */
export const schedulesQuery = (
  accountId: AccountId,
  { scope, page }: { scope: 'own' | 'account'; page: number },
) =>
  queryOptions({
    queryKey: [...scheduleKeys(accountId), { scope, page }],
    queryFn: async ({ signal }) => {
      const query = { scope, page: String(page), page_size: String(limits.historyPageSize) }
      const { message, count } = await api.call(listSchedules, { query }, { ...inAccount(accountId), signal })
      return { schedules: listFrom(message), count }
    },
    placeholderData: keepPreviousData,
  })

export const reloadSchedules = (accountId: AccountId): void =>
  void queryClient.invalidateQueries({ queryKey: scheduleKeys(accountId) })

/** Changes of schedules in an account; every list reloads, also after a refusal. */
export const scheduleChanges = (accountId: AccountId) => {
  const thenReload = async <Result>(work: Promise<{ message: Result }>): Promise<Result> => {
    try {
      return (await work).message
    } finally {
      reloadSchedules(accountId)
    }
  }
  return {
    create: (body: RequestInput<typeof createSchedule>['body']) =>
      thenReload(api.call(createSchedule, { body }, inAccount(accountId))),
    change: (scheduleId: ScheduleId, body: RequestInput<typeof changeSchedule>['body']) =>
      thenReload(api.call(changeSchedule, { params: { scheduleId }, body }, inAccount(accountId))),
    run: (scheduleId: ScheduleId) =>
      thenReload(api.call(runSchedule, { params: { scheduleId } }, inAccount(accountId))),
    remove: (scheduleId: ScheduleId) =>
      thenReload(api.call(deleteSchedule, { params: { scheduleId } }, inAccount(accountId))),
  }
}
