import { z } from 'zod'
import { ContextFile } from './context-files.ts'
import { dataPageReply, dataReply, endpoint, pageNumber } from '../endpoint.ts'
import { BaseId, FileId, RoomId, UserId } from '../ids.ts'
import { UnfetchedReason } from './knowledge-sources.ts'
import { limits } from '../limits.ts'
import { IndexState } from './passages.ts'
import { Line, Text } from '../text/text.ts'

/** A collection of files of a room, or of the whole account, searched beside a room's context (KB-04, KB-09). */
export const KnowledgeBase = z.strictObject({
  id: BaseId,
  /** Its room; null for a base of the account, which serves every room. */
  room: z.strictObject({ id: RoomId, name: z.string() }).nullable(),
  rag_name: z.string(),
  description: z.string(),
  ip_type: z.literal('FILE_UPLOAD'),
  /** Combined state of its files and sources: processing while any of them is, failed when any has failed and none is processing. */
  state: IndexState,
  /** Uploaded files. */
  fileCount: z.int(),
  /** Pasted texts and web pages. */
  sourceCount: z.int(),
  /** Files, texts and pages that failed. */
  failedCount: z.int(),
  /** Failure reason of the first failed source; null while processing or when none failed. */
  sourceProblem: UnfetchedReason.nullable(),
  sizeBytes: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** An erased person keeps the id, with the name 'Deleted user'. Null when nobody is stored. */
  createdBy: z.strictObject({ id: UserId, name: z.string() }).nullable(),
  /** Whether the caller may edit it: the owner and admins of its room, or of the account. */
  mayEdit: z.boolean(),
})
export type KnowledgeBase = z.infer<typeof KnowledgeBase>

const inBase = z.strictObject({ baseId: BaseId })
/**
 * The keys of files uploaded by the caller by forms of getUploadForm, for bases or the context of the same room, or for bases of
 * the account.
 */
const FileKeys = z.array(Text(300)).max(limits.filesAtOnceMost)

export const listKnowledgeBases = endpoint({
  name: 'listKnowledgeBases',
  host: 'main',
  method: 'GET',
  path: '/custom_rags',
  caller: 'account-member',
  summary:
    "Lists the knowledge bases that serve the room in the header Room-Id, including the account's; without it, all that the caller may use. Empty where the plan has none (rag_allowed).",
  query: z.strictObject({
    page: pageNumber(1, 100_000),
    page_size: pageNumber(limits.basePageSize, limits.listPageSizeMost),
    order: z.enum(['ASC', 'DESC']).default('DESC'),
    sort_by: z.enum(['created_at', 'updated_at', 'rag_name']).default('created_at'),
    search: Text(limits.searchCharacters).optional(),
  }),
  reply: { json: dataPageReply(KnowledgeBase) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND'],
})
export const openKnowledgeBase = endpoint({
  name: 'openKnowledgeBase',
  host: 'main',
  method: 'GET',
  path: '/custom_rags/:baseId',
  caller: 'account-member',
  policy: 'room:use',
  summary:
    'Returns one knowledge base, for users of its room or, when it serves every room, members of the account.',
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
    'Creates a knowledge base of the room in the header Room-Id from files that the caller has uploaded for it; without the header one that serves every room of the account, for its owner and admins.',
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
  summary: 'Renames a knowledge base, adds files and removes files; fields not given stay.',
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
  summary: 'Deletes a knowledge base with the text, index and bytes of its files.',
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
  summary: 'Lists the files of a knowledge base, last added first.',
  params: inBase,
  query: z.strictObject({
    page: pageNumber(1, 100_000),
    page_size: pageNumber(limits.contextFilePageSize, limits.listPageSizeMost),
  }),
  reply: { json: dataPageReply(ContextFile) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND'],
})
export const retryFile = endpoint({
  name: 'retryFile',
  host: 'main',
  method: 'POST',
  path: '/files/:fileId/retry',
  caller: 'account-member',
  policy: 'file:read',
  summary:
    'Processes a failed file again. For the owner and admins of its room, or of the account for a base of the account.',
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
