import { z } from 'zod'
import { UploadForm } from './accounts.ts'
import { dataReply, endpoint } from './endpoint.ts'
import { contextFileEndings, contextFileTypes } from './file-types.ts'
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

/** A document that came with a question, and how far it is with being read. */
export const AttachedDocument = z.strictObject({
  id: FileId,
  name: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  state: IndexState,
})
export type AttachedDocument = z.infer<typeof AttachedDocument>

export const getAttachmentForm = endpoint({
  name: 'getAttachmentForm',
  host: 'main',
  method: 'GET',
  path: '/attachments/generate-presigned-url',
  caller: 'account-member',
  summary: `A signed form (5 minutes) with which the browser posts a picture or a document for a question: ${Object.keys(pictureEndings).join(', ')}, at most 4096 pixels wide and high, and ${contextFileEndings.join(', ')}. What says more than the picture is taken out of it. What no question came with is erased after a day.`,
  query: z.strictObject({
    filename: Line(limits.fileNameCharacters),
    'cache-control': Text(200).optional(),
    'content-type': z.enum([...attachmentTypes, ...contextFileTypes]),
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
  summary: 'A picture that the caller uploaded for a question, for as long as it is kept.',
  params: z.strictObject({ fileId: FileId }),
  reply: { other: attachmentTypes },
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
export const attachmentEndpoints = { getAttachmentForm, openAttachment, getAttachmentState }
