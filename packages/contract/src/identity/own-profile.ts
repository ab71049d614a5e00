import { z } from 'zod'
import { UploadForm } from '../accounts/accounts.ts'
import { dataReply, endpoint } from '../endpoint.ts'
import { AccountId } from '../ids.ts'
import { withProof } from './second-factor.ts'
import { Line } from '../text/text.ts'

export const getPictureUploadForm = endpoint({
  name: 'getPictureUploadForm',
  host: 'main',
  method: 'GET',
  path: '/user/picture/:filename',
  caller: 'signed-in',
  summary:
    "Returns a signed form (valid for 5 minutes) to upload the caller's picture: .png, .jpg, .jpeg, at most 2 MB.",
  params: z.strictObject({ filename: Line(200) }),
  query: z.strictObject({ 'content-type': z.enum(['image/png', 'image/jpeg']) }),
  reply: { json: dataReply(UploadForm) },
  errors: ['INVALID_INPUT', 'FILE_NOT_SUPPORTED', 'RATE_LIMITED'],
})
export const getPicture = endpoint({
  name: 'getPicture',
  host: 'main',
  method: 'GET',
  path: '/files/picture/:name',
  caller: 'anyone',
  summary: "Returns a person's picture by its unguessable name; cached for a year.",
  params: z.strictObject({ name: z.string().regex(/^[0-9a-f]{32}\.(png|jpg)$/) }),
  reply: { other: ['image/png', 'image/jpeg'] },
  errors: ['NOT_FOUND'],
})

/** The caller's last data export. */
export const OwnExport = z.strictObject({
  state: z.enum(['making', 'ready', 'failed']),
  requestedAt: z.iso.datetime(),
  sizeBytes: z.int().nullable(),
  /** Until when it can be downloaded; null until it is ready. */
  expiresAt: z.iso.datetime().nullable(),
})
export type OwnExport = z.infer<typeof OwnExport>
export const getOwnExport = endpoint({
  name: 'getOwnExport',
  host: 'main',
  method: 'GET',
  path: '/user/export',
  caller: 'signed-in',
  summary: 'Returns the status of the caller’s data export; null when there is none.',
  reply: { json: dataReply(OwnExport.nullable()) },
  errors: [],
})
export const requestExport = endpoint({
  name: 'requestExport',
  host: 'main',
  method: 'POST',
  path: '/user/export',
  caller: 'signed-in',
  summary:
    'Requests an export of all data of the caller, as a zip. Mails the caller when it is ready; one at a time.',
  reply: { json: dataReply(OwnExport) },
  errors: [],
  idempotency: 'key',
})
export const getExportLink = endpoint({
  name: 'getExportLink',
  host: 'main',
  method: 'GET',
  path: '/user/export/link',
  caller: 'signed-in',
  summary: 'Returns a link, valid for 5 minutes, to download the data export.',
  reply: { json: dataReply(z.strictObject({ url: z.string(), expiresAt: z.iso.datetime() })) },
  errors: ['NOT_FOUND'],
})
export const openExport = endpoint({
  name: 'openExport',
  host: 'main',
  method: 'GET',
  path: '/user/export/file',
  caller: 'file-signature',
  summary: 'Downloads a data export by a signed link.',
  query: z.strictObject({ token: z.string().max(400) }),
  reply: { other: ['application/zip'] },
  errors: ['FILE_LINK_REFUSED', 'NOT_FOUND'],
})

/** What deleting the user does to an account that they own. */
const OwnedAccount = z.strictObject({
  id: AccountId,
  name: z.string(),
  memberCount: z.int(),
  /** `goes`: it has no other member, so it is deleted too. `in-the-way`: it must be transferred or deleted first. */
  fate: z.enum(['goes', 'in-the-way']),
})
export const DeletionPlan = z.strictObject({
  accounts: z.array(OwnedAccount),
  /** When everything would be erased, if requested now. */
  eraseAt: z.iso.datetime(),
})
export type DeletionPlan = z.infer<typeof DeletionPlan>
export const getDeletionPlan = endpoint({
  name: 'getDeletionPlan',
  host: 'main',
  method: 'GET',
  path: '/user/deletion',
  caller: 'signed-in',
  summary: 'Returns the consequences of deleting the caller.',
  reply: { json: dataReply(DeletionPlan) },
  errors: [],
})
export const requestDeletion = endpoint({
  name: 'requestDeletion',
  host: 'main',
  method: 'POST',
  path: '/user/deletion',
  caller: 'signed-in',
  summary:
    'Deletes the caller: every session ends, and everything is erased after 7 days, during which signing in offers to undo it.',
  body: withProof,
  holdsSecret: true,
  reply: { json: dataReply(z.strictObject({ eraseAt: z.iso.datetime() })) },
  errors: ['PROOF_NOT_ACCEPTED', 'SIGN_IN_AGAIN', 'RATE_LIMITED', 'OWNS_SHARED_ACCOUNT'],
})
export const ownProfileEndpoints = {
  getPictureUploadForm,
  getPicture,
  getOwnExport,
  getExportLink,
  openExport,
  requestExport,
  getDeletionPlan,
  requestDeletion,
}
