import { z } from 'zod'
import { UploadForm } from './accounts.ts'
import { dataReply, endpoint } from './endpoint.ts'
import { contextFileEndings, documentTypes } from './file-types.ts'
import { FileId } from './ids.ts'
import { limits } from './limits.ts'
import { IndexState } from './passages.ts'
import { Line, Text } from './text.ts'

/** The pictures that a question may come with, by their ending, and the type that each is sent and served as. */
export const pictureEndings = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
} as const
export const attachmentTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
export const AttachmentType = z.enum(attachmentTypes)
export type AttachmentType = z.infer<typeof AttachmentType>

/** A picture that came with a question. */
export const Attachment = z.strictObject({
  id: FileId,
  name: z.string(),
  contentType: AttachmentType,
  sizeBytes: z.int(),
})
export type Attachment = z.infer<typeof Attachment>

/** A document that came with a question: of it, its text is read. */
export const AttachedDocument = z.strictObject({
  id: FileId,
  name: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  /** How far it is with being read. */
  state: IndexState,
})
export type AttachedDocument = z.infer<typeof AttachedDocument>

/** What a question may come with. */
const uploadedTypes = [...attachmentTypes, ...documentTypes] as const
export type UploadedType = (typeof uploadedTypes)[number]

export const getAttachmentForm = endpoint({
  name: 'getAttachmentForm',
  host: 'main',
  method: 'GET',
  path: '/attachments/generate-presigned-url',
  caller: 'account-member',
  summary: `A signed form (5 minutes) with which the browser posts a file for a question: a picture (${Object.keys(pictureEndings).join(', ')}), at most 4096 pixels wide and high, out of which is taken what says more than the picture; or a document (${contextFileEndings.join(', ')}), which is read at once. What no question came with is erased after a day.`,
  query: z.strictObject({
    filename: Line(limits.fileNameCharacters),
    'cache-control': Text(200).optional(),
    'content-type': z.enum(uploadedTypes),
  }),
  reply: { json: dataReply(UploadForm.extend({ file_id: FileId })) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'FILE_NOT_SUPPORTED', 'RATE_LIMITED'],
})
export const openAttachment = endpoint({
  name: 'openAttachment',
  host: 'main',
  method: 'GET',
  path: '/attachments/:fileId',
  caller: 'account-member',
  summary:
    'A file that the caller uploaded for a question, for as long as it is kept: a picture to be shown, a document to be saved.',
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
  summary: 'How far a document that the caller uploaded for a question is with being read.',
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
    'The bytes of a document that came with a question, by the link of openFileText, to be saved. Never cached by others.',
  // In the query, since paths are logged.
  query: z.strictObject({ token: z.string().regex(/^[\w.-]{1,300}$/) }),
  reply: { other: documentTypes },
  errors: ['FILE_LINK_REFUSED', 'NOT_FOUND'],
})
export const attachmentEndpoints = { getAttachmentForm, openAttachment, getAttachmentState, openDocument }
