import { z } from 'zod'
import { UploadForm } from '../accounts/accounts.ts'
import { dataReply, endpoint, pageNumber } from '../endpoint.ts'
import { contextFileEndings, contextFileTypes } from './file-types.ts'
import { FileId, RoomId, UserId } from '../ids.ts'
import { limits } from '../limits.ts'
import { IndexState } from './passages.ts'
import { Line, Text } from '../text/text.ts'

/** A file in a room's shared knowledge, for everybody who may use the room. */
export const ContextFile = z.strictObject({
  id: FileId,
  name: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  /** Processing state. */
  state: IndexState,
  addedAt: z.iso.datetime(),
  /** An erased person keeps the id, with the name 'Deleted user'. Null when nobody is stored. */
  addedBy: z.strictObject({ id: UserId, name: z.string() }).nullable(),
})
export type ContextFile = z.infer<typeof ContextFile>

/** Limits of a room's context; sizes in bytes. */
export const ContextLimits = z.strictObject({
  maxFileBytes: z.int(),
  totalBytes: z.int(),
  maxFiles: z.int(),
})
export type ContextLimits = z.infer<typeof ContextLimits>

/** Bytes of a file, in a query. */
export const FileSize = z
  .string()
  .regex(/^\d{1,15}$/, 'This must be a whole number.')
  .transform(Number)
  .meta({ type: 'integer', minimum: 0, pattern: undefined })

const inRoom = z.strictObject({ roomId: RoomId })

export const getUploadForm = endpoint({
  name: 'getUploadForm',
  host: 'main',
  method: 'GET',
  path: '/generate-presigned-url',
  caller: 'account-member',
  policy: 'room:edit',
  summary: `Returns a signed form (valid for 5 minutes) to upload a file for the context of the room in the header Room-Id, or for a knowledge base; without the header, for a base of the account: ${contextFileEndings.join(', ')}; for the context also zip, each of whose supported files becomes a file of its own. Images are read like scanned pages. A given size is reserved until the file has arrived; without one, the limit is checked after the upload.`,
  query: z.strictObject({
    filename: Line(limits.fileNameCharacters),
    'cache-control': Text(200).optional(),
    /** By extension, or application/octet-stream. */
    'content-type': Text(200).optional(),
    /**
     * Its purpose: by default the room's context or, without a room, a base of the account. A file for a base is kept for a day
     * for createKnowledgeBase or updateKnowledgeBase with its key.
     */
    for: z.enum(['context', 'base']).optional(),
    /** Bytes of the file. */
    size: FileSize.optional(),
  }),
  reply: { json: dataReply(UploadForm) },
  errors: [
    'INVALID_INPUT',
    'NOT_A_MEMBER',
    'ROOM_REQUIRED',
    'NOT_FOUND',
    'FORBIDDEN',
    'PUBLIC_ROOM_MEMBER',
    'FILE_NOT_SUPPORTED',
    'FILE_TOO_LARGE',
    'FILES_TOO_LARGE_TOGETHER',
    'TOO_MANY_FILES',
    'FILE_NAME_TAKEN',
    'RAG_NOT_ALLOWED',
    'RATE_LIMITED',
  ],
})
export const listContextFiles = endpoint({
  name: 'listContextFiles',
  host: 'main',
  method: 'GET',
  path: '/rooms/:roomId/files',
  caller: 'account-member',
  policy: 'room:use',
  summary:
    "Lists the files of the room's context, last added first; `count` and `usedBytes` are totals, `limits` those of the account's plan.",
  params: inRoom,
  query: z.strictObject({
    page: pageNumber(1, 100_000),
    page_size: pageNumber(limits.contextFilePageSize, limits.listPageSizeMost),
  }),
  reply: {
    json: z.strictObject({
      isError: z.literal(false),
      statusCode: z.int(),
      data: z.array(ContextFile),
      count: z.int(),
      /** Number of indexed files, which questions can be answered from. */
      searchableCount: z.int(),
      usedBytes: z.int(),
      limits: ContextLimits,
    }),
  },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND'],
})
export const deleteContextFile = endpoint({
  name: 'deleteContextFile',
  host: 'main',
  method: 'DELETE',
  path: '/rooms/:roomId/files/:fileId',
  caller: 'account-member',
  policy: 'room:edit',
  summary: "Deletes a file of the room's context, with its stored bytes; links to it stop working at once.",
  params: inRoom.extend({ fileId: FileId }),
  reply: { json: dataReply(z.strictObject({ id: FileId })) },
  errors: ['NOT_A_MEMBER', 'NOT_FOUND', 'FORBIDDEN', 'PUBLIC_ROOM_MEMBER'],
  idempotency: 'key',
})
export const getFileLink = endpoint({
  name: 'getFileLink',
  host: 'main',
  method: 'GET',
  path: '/get-presigned-url',
  caller: 'account-member',
  policy: 'file:read',
  summary:
    'Returns a signed link (valid for 5 minutes) to a stored file, for as long as the caller may read it.',
  query: z.strictObject({ file_id: FileId }),
  reply: { json: dataReply(z.strictObject({ url: z.string(), expiresAt: z.iso.datetime() })) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND'],
})
export const openFile = endpoint({
  name: 'openFile',
  host: 'main',
  method: 'GET',
  path: '/files/open',
  caller: 'file-signature',
  summary: 'Downloads a file, by a link of getFileLink. Not cached by shared caches.',
  // In the query, since paths are logged.
  query: z.strictObject({ token: z.string().regex(/^[\w.-]{1,300}$/) }),
  reply: { other: contextFileTypes },
  errors: ['FILE_LINK_REFUSED', 'NOT_FOUND'],
})

export const contextFileEndpoints = {
  getUploadForm,
  listContextFiles,
  deleteContextFile,
  getFileLink,
  openFile,
}
