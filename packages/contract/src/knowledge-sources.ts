import { z } from 'zod'
import { dataReply, endpoint, pageNumber } from './endpoint.ts'
import { BaseId, FileId, SourceId } from './ids.ts'
import { limits } from './limits.ts'
import { IndexState } from './passages.ts'
import { Line, Text } from './text.ts'

/** What a knowledge base can hold beside files: a text, a page of the web, or the pages that a sitemap names. */
export const SourceKind = z.enum(['text', 'page', 'sitemap'])
export type SourceKind = z.infer<typeof SourceKind>

/** How often what is at an address is fetched again. */
export const refreshIntervals = ['never', 'daily', 'weekly', 'monthly'] as const
export const RefreshInterval = z.enum(refreshIntervals)
export type RefreshInterval = z.infer<typeof RefreshInterval>

/** Waiting to be fetched, fetched, not fetched the last time, or gone from the web; the last text of the latter two stays. */
export const SourceStatus = z.enum(['WAITING', 'READY', 'FAILED', 'GONE'])
export type SourceStatus = z.infer<typeof SourceStatus>

/** Why an address could not be fetched, for a sentence that says what to do. */
export const sourceProblems = [
  /** It is not on the public internet, or leads to where nobody may have Atrium connect. */
  'ADDRESS_REFUSED',
  /** The site's robots.txt asks not to fetch it. */
  'ROBOTS',
  'UNREACHABLE',
  /** It is for people who sign in, or not for programs. */
  'REFUSED',
  'SERVER_TROUBLE',
  'TOO_LARGE',
  /** Neither a page nor a document that is taken. */
  'NOT_SUPPORTED',
  'EMPTY',
  'NOT_A_SITEMAP',
  /** The base has no place left for it. */
  'NO_PLACE',
  'INTERNAL',
] as const
export const SourceProblem = z.enum(sourceProblems)
export type SourceProblem = z.infer<typeof SourceProblem>

/** The same, of one that may as well be gone from the web. */
export const UnfetchedReason = z.enum([...sourceProblems, 'GONE'])
export type UnfetchedReason = z.infer<typeof UnfetchedReason>

export const KnowledgeSource = z.strictObject({
  id: SourceId,
  kind: SourceKind,
  /** Null for a text. */
  url: z.string().nullable(),
  /** The page's own; the address until that is known. */
  title: z.string(),
  refresh: RefreshInterval,
  /** How many pages of a sitemap are taken. */
  most: z.int().nullable(),
  status: SourceStatus,
  problem: SourceProblem.nullable(),
  /** Its text as a file of the base, once there is one, and how far that is with being read. */
  fileId: FileId.nullable(),
  state: IndexState.nullable(),
  /** When it was fetched, or found unchanged, the last time. */
  fetchedAt: z.iso.datetime().nullable(),
  /** When it is fetched next. */
  refreshAt: z.iso.datetime().nullable(),
  /** Of a sitemap: its pages, and how many of them were fetched or failed. */
  pages: z.strictObject({ total: z.int(), ready: z.int(), failed: z.int() }).nullable(),
  createdAt: z.iso.datetime(),
})
export type KnowledgeSource = z.infer<typeof KnowledgeSource>

/** An address of the web, in the form in which it is kept. Whether it may be fetched is decided when it is. */
const WebAddress = Text(limits.sourceUrlCharacters)
  .trim()
  .refine(isWebAddress, 'This is not an address of a web page: it begins with https:// or http://.')
  .transform((text) => {
    const url = new URL(text)
    url.hash = ''
    return url.href
  })
  .pipe(z.string().max(limits.sourceUrlCharacters))

/** Whether a text is an http or https address without a name or a password in it. */
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
    'Adds a text, a page of the web or the pages of a sitemap to a knowledge base. Pages are fetched in their own time, from the public internet alone and as robots.txt allows.',
  params: inBase,
  body: NewSource,
  bodyLimitBytes: 2 * 1024 * 1024,
  reply: { status: 201, json: dataReply(KnowledgeSource) },
  errors: ['INVALID_INPUT', ...whoMayEdit, ...whatHasPlace, 'SOURCE_ALREADY_ADDED', 'TOO_MANY_SOURCES'],
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
    'What a knowledge base holds beside files, last added first; with `of` the pages of one of its sitemaps.',
  params: inBase,
  query: z.strictObject({
    of: SourceId.optional(),
    page: pageNumber(1, 100_000),
    page_size: pageNumber(limits.sourcePageSize, limits.listPageSizeMost),
  }),
  reply: {
    json: z.strictObject({
      isError: z.literal(false),
      statusCode: z.int(),
      data: z.array(KnowledgeSource),
      count: z.int(),
    }),
  },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND'],
})
export const openKnowledgeSource = endpoint({
  name: 'openKnowledgeSource',
  host: 'main',
  method: 'GET',
  path: '/custom_rags/:baseId/sources/:sourceId',
  caller: 'account-member',
  policy: 'room:use',
  summary: 'One source of a knowledge base; with its whole text when that was pasted.',
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
    'Changes how often an address is fetched, or the title and text of a pasted text; what is left out stays.',
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
  summary: 'Has an address fetched now; of a sitemap all of its pages.',
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
  summary: 'Takes a source out of a knowledge base with its text; of a sitemap all of its pages.',
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
