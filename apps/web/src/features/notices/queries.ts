import {
  changeNotices,
  clearForcedSignOut,
  forceSignOut,
  getNotices,
  type NoticeChanges,
  type Notices,
  type Proof,
  uploadNoticePicture,
} from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { reloadAppConfig } from '../../lib/api/app-config.ts'
import { queryClient } from '../../lib/query-client.ts'

export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: async ({ signal }) => (await api.call(getNotices, {}, { signal })).data,
})

/** This tab shows the change at once; others poll. */
function keep(notices: Notices): void {
  queryClient.setQueryData(noticesQuery.queryKey, notices)
  void reloadAppConfig()
}

/** System administrators' changes of notices. Each throws if the server refuses. */
export const noticeChanges = {
  change: async (body: NoticeChanges) => keep((await api.call(changeNotices, { body })).data),
  /** Ends this session too. */
  forceSignOut: (proof: Proof | undefined) => api.call(forceSignOut, { body: proof ? { proof } : {} }),
  clearForcedSignOut: async () => keep((await api.call(clearForcedSignOut, {})).data),
  upload: async (base64: string) => (await api.call(uploadNoticePicture, { body: { base64 } })).data,
}
