import { z } from 'zod'
import { UploadForm } from '../accounts/accounts.ts'
import { FileSize } from './context-files.ts'
import { dataReply, endpoint } from '../endpoint.ts'
import { documentEndings, documentTypes, pictureEndings } from './file-types.ts'
import { FileId } from '../ids.ts'
import { limits } from '../limits.ts'
import { IndexState } from './passages.ts'
import { Line, Text } from '../text/text.ts'

/** Types of pictures that can be attached. */
export const attachmentTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
export const AttachmentType = z.enum(attachmentTypes)
export type AttachmentType = z.infer<typeof AttachmentType>

/** A picture attached to a question. */
export const Attachment = z.strictObject({
  id: FileId,
  name: z.string(),
  contentType: AttachmentType,
  sizeBytes: z.int(),
})
export type Attachment = z.infer<typeof Attachment>

/** A document attached to a question; its text is read. */
export const AttachedDocument = z.strictObject({
  id: FileId,
  name: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  /** Processing state. */
  state: IndexState,
})
export type AttachedDocument = z.infer<typeof AttachedDocument>

/** Types of files that can be attached. */
const uploadedTypes = [...attachmentTypes, ...documentTypes] as const
export type UploadedType = (typeof uploadedTypes)[number]

export const getAttachmentForm = endpoint({
  name: 'getAttachmentForm',
  host: 'main',
  method: 'GET',
  path: '/attachments/generate-presigned-url',
  caller: 'account-member',
  summary: `Returns a signed form (valid for 5 minutes) to upload a file for a question: a picture (${Object.keys(pictureEndings).join(', ')}), at most 4096 pixels wide and high, whose metadata is removed; or a document (${documentEndings.join(', ')}) within the plan's size limit, which is processed at once. A file that no question uses is erased after a day.`,
  query: z.strictObject({
    filename: Line(limits.fileNameCharacters),
    'cache-control': Text(200).optional(),
    'content-type': z.enum(uploadedTypes),
    /** File size in bytes: refuses files above the plan's limit before the upload. */
    size: FileSize.optional(),
  }),
  reply: { json: dataReply(UploadForm.extend({ file_id: FileId })) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'FILE_NOT_SUPPORTED', 'FILE_TOO_LARGE', 'RATE_LIMITED'],
})
export const openAttachment = endpoint({
  name: 'openAttachment',
  host: 'main',
  method: 'GET',
  path: '/attachments/:fileId',
  caller: 'account-member',
  summary:
    'Returns a file that the caller uploaded for a question, while it is kept: a picture to display, a document to download.',
  params: z.strictObject({ fileId: FileId }),
  reply: { other: uploadedTypes },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND'],
})
export const getAttachmentState = endpoint({
  name: 'getAttachmentState',
  host: 'main',
  method: 'GET',
  path: '/attachments/:fileId/state',
  caller: 'account-member',
  summary: 'Returns the processing state of a document that the caller uploaded for a question.',
  params: z.strictObject({ fileId: FileId }),
  reply: { json: dataReply(IndexState) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND'],
})
export const openDocument = endpoint({
  name: 'openDocument',
  host: 'main',
  method: 'GET',
  path: '/attachments/open',
  caller: 'file-signature',
  summary:
    'Downloads a document attached to a question, by the link of openFileText. Not cached by shared caches.',
  // In the query, since paths are logged.
  query: z.strictObject({ token: z.string().regex(/^[\w.-]{1,300}$/) }),
  reply: { other: documentTypes },
  errors: ['FILE_LINK_REFUSED', 'NOT_FOUND'],
})
export const attachmentEndpoints = { getAttachmentForm, openAttachment, getAttachmentState, openDocument }
