import { z } from 'zod'
import { dataReply, endpoint, pageNumber } from '../endpoint.ts'
import { BaseId, CheckRunId, FileId, GoldenQuestionId, RoomId } from '../ids.ts'
import { limits } from '../limits.ts'
import { IndexState, PassagePlace } from './passages.ts'
import { Text } from '../text/text.ts'

/** A file that a golden question should find, optionally on one page (or slide), from 1. */
export const ExpectedSource = z.strictObject({
  fileId: FileId,
  /** Its name when it was chosen. */
  fileName: z.string(),
  page: z.int().nullable(),
  /** Whether it is no longer in the room. */
  isGone: z.boolean(),
})
export type ExpectedSource = z.infer<typeof ExpectedSource>

/** A question with known sources, written by a room's admins, to measure retrieval in the room. */
export const GoldenQuestion = z.strictObject({
  id: GoldenQuestionId,
  question: z.string(),
  /** Finding one of them is enough. */
  expected: z.array(ExpectedSource),
  /** Knowledge bases to search beside the room's context. */
  baseIds: z.array(BaseId),
  updatedAt: z.iso.datetime(),
})
export type GoldenQuestion = z.infer<typeof GoldenQuestion>

/** A file of the room that a question can expect: from its context, or one of its bases. */
export const FileToExpect = z.strictObject({
  id: FileId,
  name: z.string(),
  /** Null for the room's context. */
  base: z.strictObject({ id: BaseId, name: z.string() }).nullable(),
})
export type FileToExpect = z.infer<typeof FileToExpect>

/** The reason for a run: changed files, models or questions, or a person. */
export const CheckReason = z.enum(['FILES', 'MODELS', 'QUESTIONS', 'PERSON'])
export type CheckReason = z.infer<typeof CheckReason>

/** One run of a room's golden questions. Only searches: no model, no credits. */
export const CheckRun = z.strictObject({
  id: CheckRunId,
  status: z.enum(['RUNNING', 'DONE', 'FAILED']),
  reasons: z.array(CheckReason),
  questionCount: z.int(),
  /** Number of questions done so far. */
  askedCount: z.int(),
  /** Number of questions with an expected source as the first passage, among the first 3, among the first 10. */
  hitsAt1: z.int(),
  hitsAt3: z.int(),
  hitsAt10: z.int(),
  /** Mean reciprocal rank of the first expected passage (0 where not found): from 0 to 1. */
  meanReciprocalRank: z.number(),
  /** Number of questions found earlier, or later, than in the previous run. */
  better: z.int(),
  worse: z.int(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})
export type CheckRun = z.infer<typeof CheckRun>

/** The result of one question in one run. */
export const CheckResult = z.strictObject({
  questionId: GoldenQuestionId,
  /** The question's text at that time. */
  question: z.string(),
  /** Rank of the first expected passage among the best 20, from 1; null when not among them. */
  rank: z.int().nullable(),
  /** In the previous run. */
  rankBefore: z.int().nullable(),
  /** `new` when this version of the question was not in the previous run. */
  change: z.enum(['better', 'worse', 'same', 'new']),
  /** The files that were found first, each once. */
  foundFiles: z.array(z.strictObject({ fileId: FileId, fileName: z.string() })),
})
export type CheckResult = z.infer<typeof CheckResult>

/** Usage of a room's knowledge in the last 90 days. Never reveals who asked. */
export const KnowledgeInsights = z.strictObject({
  /** Questions whose search found nothing, latest first. */
  foundNothing: z.array(z.strictObject({ question: z.string(), askedAt: z.iso.datetime() })),
  /** Number of further ones whose text is hidden, since too few people ask in the room to stay anonymous. */
  hiddenCount: z.int(),
  /** Indexed files that no answer has cited, oldest first. */
  neverCited: z.array(FileToExpect.extend({ addedAt: z.iso.datetime() })),
  failed: z.array(FileToExpect.extend({ state: IndexState })),
})
export type KnowledgeInsights = z.infer<typeof KnowledgeInsights>

/** The results of a search in a room's knowledge, best first. No model answers, and no credits are used. */
export const TriedSearch = z.strictObject({
  filesSearched: z.int(),
  passagesSearched: z.int(),
  /** Number of passages with any of the search words. */
  passagesFound: z.int(),
  /** Whether an embedding model was used; else keywords only. */
  usesVectors: z.boolean(),
  found: z.array(
    z.strictObject({
      fileId: FileId,
      fileName: z.string(),
      /** Null for the room's context. */
      base: z.strictObject({ id: BaseId, name: z.string() }).nullable(),
      /** Index of the passage in the file, from 0. */
      position: z.int(),
      place: PassagePlace,
      text: z.string(),
      /** The words of the text that match the question, as written. */
      matches: z.array(z.string()),
      /** Higher is better; comparable only within one search. */
      score: z.number(),
    }),
  ),
})
export type TriedSearch = z.infer<typeof TriedSearch>

const inRoom = z.strictObject({ roomId: RoomId })
const ofQuestion = z.strictObject({ roomId: RoomId, questionId: GoldenQuestionId })

const GoldenQuestionBody = z.strictObject({
  question: Text(limits.goldenQuestionCharacters).refine(
    (text) => text.trim() !== '',
    'Write a question first.',
  ),
  expected: z
    .array(z.strictObject({ fileId: FileId, page: z.int().min(1).max(1_000_000).nullable().default(null) }))
    .min(1)
    .max(limits.maxExpectedFiles),
  /** Bases to search beside the context; those of expected files are always searched. */
  baseIds: z.array(BaseId).max(limits.maxBasesAsked).default([]),
})

/** Comma-separated ids; none for an empty text. */
const BaseIds = z
  .string()
  .transform((text) => (text === '' ? [] : text.split(',')))
  .pipe(z.array(BaseId).max(limits.maxBasesAsked))
  .meta({ type: 'string' })

const errors = ['NOT_A_MEMBER', 'NOT_FOUND', 'FORBIDDEN', 'PUBLIC_ROOM_MEMBER'] as const

export const listGoldenQuestions = endpoint({
  name: 'listGoldenQuestions',
  host: 'main',
  method: 'GET',
  path: '/rooms/:roomId/checks',
  caller: 'account-member',
  policy: 'room:edit',
  summary: "Lists a room's golden questions, in order of creation.",
  params: inRoom,
  reply: { json: dataReply(z.array(GoldenQuestion)) },
  errors,
})
export const createGoldenQuestion = endpoint({
  name: 'createGoldenQuestion',
  host: 'main',
  method: 'POST',
  path: '/rooms/:roomId/checks',
  caller: 'account-member',
  policy: 'room:edit',
  summary: 'Creates a golden question with the files of the room that it should find.',
  params: inRoom,
  body: GoldenQuestionBody,
  reply: { status: 201, json: dataReply(GoldenQuestion) },
  errors: [...errors, 'INVALID_INPUT', 'FILES_NOT_USABLE', 'TOO_MANY_GOLDEN_QUESTIONS'],
  idempotency: 'key',
})
export const changeGoldenQuestion = endpoint({
  name: 'changeGoldenQuestion',
  host: 'main',
  method: 'PUT',
  path: '/rooms/:roomId/checks/:questionId',
  caller: 'account-member',
  policy: 'room:edit',
  summary: 'Replaces a golden question; later results are not compared with earlier ones.',
  params: ofQuestion,
  body: GoldenQuestionBody,
  reply: { json: dataReply(GoldenQuestion) },
  errors: [...errors, 'INVALID_INPUT', 'FILES_NOT_USABLE'],
  idempotency: 'key',
})
export const deleteGoldenQuestion = endpoint({
  name: 'deleteGoldenQuestion',
  host: 'main',
  method: 'DELETE',
  path: '/rooms/:roomId/checks/:questionId',
  caller: 'account-member',
  policy: 'room:edit',
  summary: 'Deletes a golden question with its results.',
  params: ofQuestion,
  reply: { json: dataReply(z.strictObject({ id: GoldenQuestionId })) },
  errors,
  idempotency: 'key',
})
export const listFilesToExpect = endpoint({
  name: 'listFilesToExpect',
  host: 'main',
  method: 'GET',
  path: '/rooms/:roomId/checks/files',
  caller: 'account-member',
  policy: 'room:edit',
  summary: `Lists the files of a room and its knowledge bases by name, at most ${limits.filesToExpectListed}: those whose name contains \`search\`, or all.`,
  params: inRoom,
  query: z.strictObject({ search: Text(limits.searchCharacters).optional() }),
  reply: { json: dataReply(z.array(FileToExpect)) },
  errors: [...errors, 'INVALID_INPUT'],
})
export const runChecks = endpoint({
  name: 'runChecks',
  host: 'main',
  method: 'POST',
  path: '/rooms/:roomId/checks/run',
  caller: 'account-member',
  pausesInDowntime: true,
  policy: 'room:edit',
  summary:
    'Runs all golden questions of a room; returns a running run instead of starting a second one. CONFLICT when there is no question.',
  params: inRoom,
  reply: { status: 201, json: dataReply(CheckRun) },
  errors: [...errors, 'CONFLICT'],
  idempotency: 'key',
})
export const listCheckRuns = endpoint({
  name: 'listCheckRuns',
  host: 'main',
  method: 'GET',
  path: '/rooms/:roomId/checks/runs',
  caller: 'account-member',
  policy: 'room:edit',
  summary: `Lists the runs of a room's golden questions, latest first, at most ${limits.checkRunsKept}.`,
  params: inRoom,
  reply: { json: dataReply(z.array(CheckRun)) },
  errors,
})
export const readCheckRun = endpoint({
  name: 'readCheckRun',
  host: 'main',
  method: 'GET',
  path: '/rooms/:roomId/checks/runs/:runId',
  caller: 'account-member',
  policy: 'room:edit',
  summary: 'Returns a run with the result of each question, compared with the previous run.',
  params: z.strictObject({ roomId: RoomId, runId: CheckRunId }),
  reply: { json: dataReply(CheckRun.extend({ results: z.array(CheckResult) })) },
  errors,
})
export const readKnowledgeInsights = endpoint({
  name: 'readKnowledgeInsights',
  host: 'main',
  method: 'GET',
  path: '/rooms/:roomId/checks/insights',
  caller: 'account-member',
  policy: 'room:edit',
  summary: `Lists questions of the last ${limits.insightDays} days that found nothing, files that no answer has cited, and files that could not be read.`,
  params: inRoom,
  reply: { json: dataReply(KnowledgeInsights) },
  errors,
})
export const searchKnowledge = endpoint({
  name: 'searchKnowledge',
  host: 'main',
  method: 'GET',
  path: '/rooms/:roomId/knowledge-search',
  caller: 'account-member',
  policy: 'room:use',
  summary: `Searches a room's context and its knowledge bases; returns passages, best first, at most \`most\` (default ${limits.triedPassages}). \`baseIds\` are the bases to search, comma-separated: at most ${limits.maxBasesAsked}; by default every base of the room. No credits are used.`,
  params: inRoom,
  query: z.strictObject({
    query: Text(limits.triedSearchCharacters).refine(
      (text) => text.trim() !== '',
      'Write what to search for.',
    ),
    baseIds: BaseIds.optional(),
    most: pageNumber(limits.triedPassages, limits.triedPassagesMost),
  }),
  reply: { json: dataReply(TriedSearch) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND'],
})

export const checkEndpoints = {
  listGoldenQuestions,
  createGoldenQuestion,
  changeGoldenQuestion,
  deleteGoldenQuestion,
  listFilesToExpect,
  runChecks,
  listCheckRuns,
  readCheckRun,
  readKnowledgeInsights,
  searchKnowledge,
}
