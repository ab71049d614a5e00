import {
  changeSystemSettings,
  claimSetup,
  getSystemSettings,
  type MailServerInput,
  type SearchServiceInput,
  type SetupStep,
  type SystemSettingChanges,
  type SystemSettings,
  testMail,
  testWebSearch,
} from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/query-client.ts'

export const systemSettingsQuery = queryOptions({
  queryKey: ['system-settings'],
  queryFn: async ({ signal }) => (await api.call(getSystemSettings, {}, { signal })).data,
})

/** System administrators' changes of settings. Each throws if the server refuses. */
export const settingChanges = {
  async change(body: SystemSettingChanges): Promise<SystemSettings> {
    const { data } = await api.call(changeSystemSettings, { body })
    queryClient.setQueryData(systemSettingsQuery.queryKey, data)
    return data
  },
  mark: (step: SetupStep, state: 'done' | 'skipped') =>
    settingChanges.change({ setup: { steps: { [step]: state } } }),
  finish: () => settingChanges.change({ setup: { isFinished: true } }),
  testWebSearch: async (body: SearchServiceInput) => (await api.call(testWebSearch, { body })).data,
  testMail: async (body: MailServerInput) => (await api.call(testMail, { body })).data,
}

export const claimSystem = (token: string) => api.call(claimSetup, { body: { token } })
