import { z } from 'zod'
import { ContextFile } from './context-files.ts'
import { dataReply, endpoint, pageNumber } from './endpoint.ts'
import { BaseId, FileId, RoomId, UserId } from './ids.ts'
import { UnfetchedReason } from './knowledge-sources.ts'
import { limits } from './limits.ts'
import { IndexState } from './passages.ts'
import { Line, Text } from './text.ts'

/** A collection of files of a room, to be asked beside its context (KB-04). */
export const KnowledgeBase = z.strictObject({
  id: BaseId,
  room: z.strictObject({ id: RoomId, name: z.string() }),
  rag_name: z.string(),
  description: z.string(),
  ip_type: z.literal('FILE_UPLOAD'),
  /** Of all of its files and sources together: processing while one is, failed when one has and none is. */
  state: IndexState,
  /** Files that people brought. */
  fileCount: z.int(),
  /** Texts and pages of the web beside them. */
  sourceCount: z.int(),
  /** Files, texts and pages that were not read, or not fetched. */
  failedCount: z.int(),
  /** Why the first source that was not fetched was not; null while something is processing, and when all were. */
  sourceProblem: UnfetchedReason.nullable(),
  sizeBytes: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** Null when they are gone. */
  createdBy: z.strictObject({ id: UserId, name: z.string() }).nullable(),
  /** Whether the caller may change it: the room's owner and admins. */
  mayEdit: z.boolean(),
})
export type KnowledgeBase = z.infer<typeof KnowledgeBase>

const inBase = z.strictObject({ baseId: BaseId })
/** The keys of files that the caller has uploaded by forms of getUploadForm with `for` as `base`. */
const FileKeys = z.array(Text(300)).max(limits.filesAtOnceMost)

export const listKnowledgeBases = endpoint({
  name: 'listKnowledgeBases',
  host: 'main',
  method: 'GET',
  path: '/custom_rags',
  caller: 'account-member',
  summary:
    'The knowledge bases of the room in the header Room-Id, or without it of every room that the caller may use. Nothing where the plan has none (rag_allowed).',
  query: z.strictObject({
    page: pageNumber(1, 100_000),
    page_size: pageNumber(limits.basePageSize, limits.listPageSizeMost),
    order: z.enum(['ASC', 'DESC']).default('DESC'),
    sort_by: z.enum(['created_at', 'updated_at', 'rag_name']).default('created_at'),
    search: Text(limits.searchCharacters).optional(),
  }),
  reply: {
    json: z.strictObject({
      isError: z.literal(false),
      statusCode: z.int(),
      data: z.array(KnowledgeBase),
      count: z.int(),
    }),
  },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND'],
})
export const openKnowledgeBase = endpoint({
  name: 'openKnowledgeBase',
  host: 'main',
  method: 'GET',
  path: '/custom_rags/:baseId',
  caller: 'account-member',
  policy: 'room:use',
  summary: 'One knowledge base, for everybody who may use its room.',
  params: inBase,
  reply: { json: dataReply(KnowledgeBase) },
  errors: ['NOT_A_MEMBER', 'NOT_FOUND'],
})
export const createKnowledgeBase = endpoint({
  name: 'createKnowledgeBase',
  host: 'main',
  method: 'POST',
  path: '/custom_rags/create',
  caller: 'account-member',
  policy: 'room:edit',
  summary:
    'Makes a knowledge base of the room in the header Room-Id out of files that the caller has uploaded for it.',
  body: z.strictObject({
    files: FileKeys,
    rag_name: Line(limits.baseNameCharacters),
    description: Text(limits.baseDescriptionCharacters).default(''),
    ip_type: z.literal('FILE_UPLOAD'),
  }),
  reply: { status: 201, json: dataReply(KnowledgeBase) },
  errors: [
    'INVALID_INPUT',
    'NOT_A_MEMBER',
    'ROOM_REQUIRED',
    'NOT_FOUND',
    'FORBIDDEN',
    'PUBLIC_ROOM_MEMBER',
    'RAG_NOT_ALLOWED',
    'KNOWLEDGE_BASE_NAME_TAKEN',
    'FILES_NOT_USABLE',
    'FILE_NAME_TAKEN',
    'TOO_MANY_FILES',
    'FILES_TOO_LARGE_TOGETHER',
  ],
  idempotency: 'key',
})
export const updateKnowledgeBase = endpoint({
  name: 'updateKnowledgeBase',
  host: 'main',
  method: 'PATCH',
  path: '/custom_rags/update/:baseId',
  caller: 'account-member',
  policy: 'room:edit',
  summary: 'Renames a knowledge base, adds files to it and takes files out of it; what is left out stays.',
  params: inBase,
  body: z.strictObject({
    rag_name: Line(limits.baseNameCharacters).optional(),
    description: Text(limits.baseDescriptionCharacters).optional(),
    /** To be added. */
    files: FileKeys.optional(),
    /** To be deleted. */
    removedFileIds: z.array(FileId).max(limits.filesAtOnceMost).optional(),
  }),
  reply: { json: dataReply(KnowledgeBase) },
  errors: [
    'INVALID_INPUT',
    'NOT_A_MEMBER',
    'NOT_FOUND',
    'FORBIDDEN',
    'PUBLIC_ROOM_MEMBER',
    'RAG_NOT_ALLOWED',
    'KNOWLEDGE_BASE_NAME_TAKEN',
    'FILES_NOT_USABLE',
    'FILE_NAME_TAKEN',
    'TOO_MANY_FILES',
    'FILES_TOO_LARGE_TOGETHER',
  ],
  idempotency: 'key',
})
export const deleteKnowledgeBase = endpoint({
  name: 'deleteKnowledgeBase',
  host: 'main',
  method: 'DELETE',
  path: '/custom_rags/delete/:baseId',
  caller: 'account-member',
  policy: 'room:edit',
  summary: 'Deletes a knowledge base with the text, the index and the bytes of its files.',
  params: inBase,
  reply: { json: dataReply(z.strictObject({ id: BaseId })) },
  errors: ['NOT_A_MEMBER', 'NOT_FOUND', 'FORBIDDEN', 'PUBLIC_ROOM_MEMBER'],
  idempotency: 'key',
})
export const listBaseFiles = endpoint({
  name: 'listBaseFiles',
  host: 'main',
  method: 'GET',
  path: '/custom_rags/:baseId/files',
  caller: 'account-member',
  policy: 'room:use',
  summary: 'The files of a knowledge base, last added first.',
  params: inBase,
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
    }),
  },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND'],
})
export const retryFile = endpoint({
  name: 'retryFile',
  host: 'main',
  method: 'POST',
  path: '/files/:fileId/retry',
  caller: 'account-member',
  policy: 'file:read',
  summary: 'Has a file that failed read again. For the owner and admins of its room.',
  params: z.strictObject({ fileId: FileId }),
  reply: { json: dataReply(IndexState) },
  errors: ['NOT_A_MEMBER', 'NOT_FOUND', 'FORBIDDEN', 'PUBLIC_ROOM_MEMBER', 'CONFLICT'],
  idempotency: 'key',
})

export const knowledgeBaseEndpoints = {
  listKnowledgeBases,
  openKnowledgeBase,
  createKnowledgeBase,
  updateKnowledgeBase,
  deleteKnowledgeBase,
  listBaseFiles,
  retryFile,
}
