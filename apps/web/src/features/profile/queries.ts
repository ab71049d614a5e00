import {
  changeUser,
  getDeletionPlan,
  getExportLink,
  getOwnExport,
  getPictureUploadForm,
  type Proof,
  requestDeletion,
  requestExport,
  type UserChanges,
} from '@atrium/contract'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, session } from '../../lib/api/api.ts'
import { readPush } from '../../lib/device/push.ts'
import { postUploadForm } from '../../lib/post-upload-form.ts'
import { queryClient } from '../../lib/query-client.ts'

/** The person's info, shared with the rest of the product. */
export const ownInfoQuery = queryOptions({
  queryKey: ['own-info'],
  queryFn: () => session.refreshUserInfo(),
})

/** What this browser is notified of while Atrium is closed in it. */
export const pushQuery = queryOptions({
  queryKey: ['own-push'],
  queryFn: ({ signal }) => readPush(signal),
})

/** Polled while an export is in progress. */
export const exportQuery = queryOptions({
  queryKey: ['own-export'],
  queryFn: async ({ signal }) => (await api.call(getOwnExport, {}, { signal })).data,
  refetchInterval: ({ state }) => (state.data?.state === 'making' ? 3000 : false),
})

export const deletionPlanQuery = queryOptions({
  queryKey: ['own-deletion'],
  queryFn: async ({ signal }) => (await api.call(getDeletionPlan, {}, { signal })).data,
  staleTime: 0,
})

/** Changes a person's profile and updates all views of it. Throws if the server refuses. */
export async function saveProfile(changes: z.input<typeof UserChanges>): Promise<void> {
  const { message } = await api.call(changeUser, { body: changes })
  session.setUserInfo(message)
  queryClient.setQueryData(ownInfoQuery.queryKey, message)
}

/** Uploads a picture and sets it as the person's own. */
export async function uploadPicture(picture: File): Promise<void> {
  const contentType = picture.type === 'image/png' ? 'image/png' : 'image/jpeg'
  const { data: form } = await api.call(getPictureUploadForm, {
    params: { filename: contentType === 'image/png' ? 'me.png' : 'me.jpg' },
    query: { 'content-type': contentType },
  })
  await postUploadForm(form, picture)
  await saveProfile({ profilePicture: form.fields['key'] ?? null })
}

export async function askForExport(): Promise<void> {
  queryClient.setQueryData(exportQuery.queryKey, (await api.call(requestExport, {})).data)
}

/** Downloads the export by a short-lived link. */
export async function downloadExport(): Promise<void> {
  const { data } = await api.call(getExportLink, {})
  location.assign(data.url)
}

/** Deletes the user account and ends the session; resolves to the time of the final erasure. */
export const deleteMyself = async (proof: Proof | undefined): Promise<string> =>
  (await api.call(requestDeletion, { body: proof ? { proof } : {} })).data.eraseAt
