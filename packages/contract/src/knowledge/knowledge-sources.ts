import { z } from 'zod'
import { dataPageReply, dataReply, endpoint, pageNumber } from '../endpoint.ts'
import { BaseId, CanvasId, ChatId, FileId, SourceId } from '../ids.ts'
import { limits } from '../limits.ts'
import { IndexState } from './passages.ts'
import { Line, Text } from '../text/text.ts'

/** Kinds of sources beside files: a pasted text, a web page, the pages of a sitemap, a canvas, or a chat. */
export const SourceKind = z.enum(['text', 'page', 'sitemap', 'canvas', 'chat'])
export type SourceKind = z.infer<typeof SourceKind>

/** How often an address is fetched again. */
export const refreshIntervals = ['never', 'daily', 'weekly', 'monthly'] as const
export const RefreshInterval = z.enum(refreshIntervals)
export type RefreshInterval = z.infer<typeof RefreshInterval>

/** Waiting for its fetch, fetched, failed the last time, or gone from the web; the last two keep their last text. */
export const SourceStatus = z.enum(['WAITING', 'READY', 'FAILED', 'GONE'])
export type SourceStatus = z.infer<typeof SourceStatus>

/** Why an address could not be fetched; clients add what to do. */
export const sourceProblems = [
  /** It is not on the public internet, or resolves to a blocked address. */
  'ADDRESS_REFUSED',
  /** The site's robots.txt forbids it. */
  'ROBOTS',
  'UNREACHABLE',
  /** It requires signing in, or blocks programs. */
  'REFUSED',
  'SERVER_TROUBLE',
  'TOO_LARGE',
  /** Neither a page nor a supported document. */
  'NOT_SUPPORTED',
  'EMPTY',
  'NOT_A_SITEMAP',
  /** The base has no capacity left for it. */
  'NO_PLACE',
  'INTERNAL',
] as const
export const SourceProblem = z.enum(sourceProblems)
export type SourceProblem = z.infer<typeof SourceProblem>

/** The same, including sources that are gone from the web. */
export const UnfetchedReason = z.enum([...sourceProblems, 'GONE'])
export type UnfetchedReason = z.infer<typeof UnfetchedReason>

export const KnowledgeSource = z.strictObject({
  id: SourceId,
  kind: SourceKind,
  /** Null for a source without a web address. */
  url: z.string().nullable(),
  /** The canvas or chat whose text it is. */
  originId: z.union([CanvasId, ChatId]).nullable(),
  /** The page's own; the address until it is known. */
  title: z.string(),
  refresh: RefreshInterval,
  /** Maximum pages of a sitemap. */
  most: z.int().nullable(),
  status: SourceStatus,
  problem: SourceProblem.nullable(),
  /** Its text as a file of the base, once there is one, with its processing state. */
  fileId: FileId.nullable(),
  state: IndexState.nullable(),
  /** When it was last fetched, or found unchanged. */
  fetchedAt: z.iso.datetime().nullable(),
  /** When it is fetched next. */
  refreshAt: z.iso.datetime().nullable(),
  /** Of a sitemap: number of pages, and how many of them were fetched or failed. */
  pages: z.strictObject({ total: z.int(), ready: z.int(), failed: z.int() }).nullable(),
  createdAt: z.iso.datetime(),
})
export type KnowledgeSource = z.infer<typeof KnowledgeSource>

/** A web address in its stored form. Whether it may be fetched is checked on fetching. */
const WebAddress = Text(limits.sourceUrlCharacters)
  .trim()
  .refine(isWebAddress, 'This is not an address of a web page: it begins with https:// or http://.')
  .transform((text) => {
    const url = new URL(text)
    url.hash = ''
    return url.href
  })
  .pipe(z.string().max(limits.sourceUrlCharacters))

/** Returns whether a text is an http or https URL without user name or password. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text.trim()) || !URL.canParse(text.trim())) return false
  const { username, password, hostname } = new URL(text.trim())
  return username === '' && password === '' && hostname !== ''
}

const SourceText = Text(limits.sourceTextCharacters).refine(
  (text) => text.trim() !== '',
  'This cannot be empty.',
)
const SourceTitle = Line(limits.sourceTitleCharacters)

export const NewSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), title: SourceTitle, text: SourceText }),
  z.strictObject({
    kind: z.literal('page'),
    url: WebAddress,
    refresh: RefreshInterval.default('never'),
  }),
  z.strictObject({
    kind: z.literal('sitemap'),
    url: WebAddress,
    most: z.int().min(1).max(limits.sitemapPagesMost).default(100),
    refresh: RefreshInterval.default('never'),
  }),
  z.strictObject({ kind: z.literal('canvas'), canvasId: CanvasId }),
  z.strictObject({ kind: z.literal('chat'), chatId: ChatId }),
])
export type NewSource = z.infer<typeof NewSource>

const inBase = z.strictObject({ baseId: BaseId })
const ofBase = z.strictObject({ baseId: BaseId, sourceId: SourceId })
const whoMayEdit = ['NOT_A_MEMBER', 'NOT_FOUND', 'FORBIDDEN', 'PUBLIC_ROOM_MEMBER'] as const
const whatHasPlace = [
  'RAG_NOT_ALLOWED',
  'FILE_NAME_TAKEN',
  'FILE_TOO_LARGE',
  'FILES_TOO_LARGE_TOGETHER',
] as const

export const addKnowledgeSource = endpoint({
  name: 'addKnowledgeSource',
  host: 'main',
  method: 'POST',
  path: '/custom_rags/:baseId/sources',
  caller: 'account-member',
  policy: 'room:edit',
  summary:
    'Adds a text, a web page, the pages of a sitemap, a canvas or a chat to a knowledge base. Pages are fetched in the background, only from the public internet and as robots.txt allows. A canvas or chat must be shared with the room of the base, and is added by people who may share it; its text is kept up to date, and removed when it is deleted or no longer shared.',
  params: inBase,
  body: NewSource,
  bodyLimitBytes: 2 * 1024 * 1024,
  reply: { status: 201, json: dataReply(KnowledgeSource) },
  errors: [
    'INVALID_INPUT',
    ...whoMayEdit,
    ...whatHasPlace,
    'SOURCE_ALREADY_ADDED',
    'TOO_MANY_SOURCES',
    'NOT_SHARED_WITH_ROOM',
  ],
  idempotency: 'key',
})
export const listKnowledgeSources = endpoint({
  name: 'listKnowledgeSources',
  host: 'main',
  method: 'GET',
  path: '/custom_rags/:baseId/sources',
  caller: 'account-member',
  policy: 'room:use',
  summary:
    "Lists a knowledge base's sources beside files, last added first; with `of` the pages of one of its sitemaps.",
  params: inBase,
  query: z.strictObject({
    of: SourceId.optional(),
    page: pageNumber(1, 100_000),
    page_size: pageNumber(limits.sourcePageSize, limits.listPageSizeMost),
  }),
  reply: { json: dataPageReply(KnowledgeSource) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND'],
})
export const openKnowledgeSource = endpoint({
  name: 'openKnowledgeSource',
  host: 'main',
  method: 'GET',
  path: '/custom_rags/:baseId/sources/:sourceId',
  caller: 'account-member',
  policy: 'room:use',
  summary: 'Returns one source of a knowledge base; with its whole text when it was pasted.',
  params: ofBase,
  reply: { json: dataReply(KnowledgeSource.extend({ text: z.string().nullable() })) },
  errors: ['NOT_A_MEMBER', 'NOT_FOUND'],
})
export const changeKnowledgeSource = endpoint({
  name: 'changeKnowledgeSource',
  host: 'main',
  method: 'PATCH',
  path: '/custom_rags/:baseId/sources/:sourceId',
  caller: 'account-member',
  policy: 'room:edit',
  summary:
    "Changes an address's refresh interval, or the title and text of a pasted text; fields not given stay.",
  params: ofBase,
  body: z.strictObject({
    refresh: RefreshInterval.optional(),
    title: SourceTitle.optional(),
    text: SourceText.optional(),
  }),
  bodyLimitBytes: 2 * 1024 * 1024,
  reply: { json: dataReply(KnowledgeSource) },
  errors: ['INVALID_INPUT', ...whoMayEdit, ...whatHasPlace, 'CONFLICT'],
  idempotency: 'key',
})
export const refreshKnowledgeSource = endpoint({
  name: 'refreshKnowledgeSource',
  host: 'main',
  method: 'POST',
  path: '/custom_rags/:baseId/sources/:sourceId/refresh',
  caller: 'account-member',
  policy: 'room:edit',
  summary: 'Fetches an address now; of a sitemap all of its pages.',
  params: ofBase,
  reply: { json: dataReply(KnowledgeSource) },
  errors: ['INVALID_INPUT', ...whoMayEdit, 'RAG_NOT_ALLOWED'],
  idempotency: 'key',
})
export const deleteKnowledgeSource = endpoint({
  name: 'deleteKnowledgeSource',
  host: 'main',
  method: 'DELETE',
  path: '/custom_rags/:baseId/sources/:sourceId',
  caller: 'account-member',
  policy: 'room:edit',
  summary: 'Deletes a source of a knowledge base with its text; of a sitemap all of its pages.',
  params: ofBase,
  reply: { json: dataReply(z.strictObject({ id: SourceId })) },
  errors: [...whoMayEdit],
  idempotency: 'key',
})

export const knowledgeSourceEndpoints = {
  addKnowledgeSource,
  listKnowledgeSources,
  openKnowledgeSource,
  changeKnowledgeSource,
  refreshKnowledgeSource,
  deleteKnowledgeSource,
}
