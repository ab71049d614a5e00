import { z } from 'zod'
import { dataReply, endpoint, pageNumber } from './endpoint.ts'
import { BaseId, CheckRunId, FileId, GoldenQuestionId, RoomId } from './ids.ts'
import { limits } from './limits.ts'
import { IndexState, PassagePlace } from './passages.ts'
import { Text } from './text.ts'

/** A file that a golden question should find, perhaps on one page (or slide) of it, from 1. */
export const ExpectedSource = z.strictObject({
  fileId: FileId,
  /** As it was called when it was chosen. */
  fileName: z.string(),
  page: z.int().nullable(),
  /** It is not in the room any more. */
  isGone: z.boolean(),
})
export type ExpectedSource = z.infer<typeof ExpectedSource>

/** A question of a room's admins whose sources are known, so that it tells whether the room's knowledge is found. */
export const GoldenQuestion = z.strictObject({
  id: GoldenQuestionId,
  question: z.string(),
  /** One of them is enough. */
  expected: z.array(ExpectedSource),
  /** The knowledge bases that are asked beside the context of the room. */
  baseIds: z.array(BaseId),
  updatedAt: z.iso.datetime(),
})
export type GoldenQuestion = z.infer<typeof GoldenQuestion>

/** A file of the room that a question can expect: of its context, or of one of its bases. */
export const FileToExpect = z.strictObject({
  id: FileId,
  name: z.string(),
  /** Null for the context of the room. */
  base: z.strictObject({ id: BaseId, name: z.string() }).nullable(),
})
export type FileToExpect = z.infer<typeof FileToExpect>

/** What had the questions asked: a change of files, of models, of the questions themselves, or a person. */
export const CheckReason = z.enum(['FILES', 'MODELS', 'QUESTIONS', 'PERSON'])
export type CheckReason = z.infer<typeof CheckReason>

/** All golden questions of a room, asked once. Nothing but the search is asked: no model, no credits. */
export const CheckRun = z.strictObject({
  id: CheckRunId,
  status: z.enum(['RUNNING', 'DONE', 'FAILED']),
  reasons: z.array(CheckReason),
  questionCount: z.int(),
  /** How many were asked so far. */
  askedCount: z.int(),
  /** Of how many an expected source was the first passage, among the first 3, among the first 10. */
  hitsAt1: z.int(),
  hitsAt3: z.int(),
  hitsAt10: z.int(),
  /** Mean of 1 / rank of the first expected passage, 0 where it was not found: from 0 to 1. */
  meanReciprocalRank: z.number(),
  /** How many are found earlier, or later, than in the run before. */
  better: z.int(),
  worse: z.int(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})
export type CheckRun = z.infer<typeof CheckRun>

/** What came of one question in one run. */
export const CheckResult = z.strictObject({
  questionId: GoldenQuestionId,
  /** As it was asked then. */
  question: z.string(),
  /** Place of the first expected passage among the best 20, from 1; null when it is not among them. */
  rank: z.int().nullable(),
  /** In the run before. */
  rankBefore: z.int().nullable(),
  /** `new` when the question, as it is, was not in the run before. */
  change: z.enum(['better', 'worse', 'same', 'new']),
  /** The files that were found first, each once. */
  foundFiles: z.array(z.strictObject({ fileId: FileId, fileName: z.string() })),
})
export type CheckResult = z.infer<typeof CheckResult>

/** What shows how the knowledge of a room is used, of the last 90 days. Who asked is never told. */
export const KnowledgeInsights = z.strictObject({
  /** Questions that were searched for and found nothing, the latest first. */
  foundNothing: z.array(z.strictObject({ question: z.string(), askedAt: z.iso.datetime() })),
  /** Others whose words are not told, since too few people ask in the room to stay unknown. */
  untoldCount: z.int(),
  /** Files that can be found and that no answer has cited, those first that are longest there. */
  neverCited: z.array(FileToExpect.extend({ addedAt: z.iso.datetime() })),
  failed: z.array(FileToExpect.extend({ state: IndexState })),
})
export type KnowledgeInsights = z.infer<typeof KnowledgeInsights>

/** What a search in the knowledge of a room finds, best first. No model writes an answer, and no credits are taken. */
export const TriedSearch = z.strictObject({
  filesSearched: z.int(),
  passagesSearched: z.int(),
  /** How many have any of the words that were looked for. */
  passagesFound: z.int(),
  /** Whether an embedding model told what the question means; else words alone count. */
  usesVectors: z.boolean(),
  found: z.array(
    z.strictObject({
      fileId: FileId,
      fileName: z.string(),
      /** Null for the context of the room. */
      base: z.strictObject({ id: BaseId, name: z.string() }).nullable(),
      /** Which passage of the file it is, from 0. */
      position: z.int(),
      place: PassagePlace,
      text: z.string(),
      /** More is better; to be compared within one search alone. */
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
    .max(limits.expectedFilesAtMost),
  /** To be asked beside the context; the bases of expected files are, whether they stand here or not. */
  baseIds: z.array(BaseId).max(limits.basesAskedAtMost).default([]),
})

/** Ids with commas between them; none for the empty text. */
const BaseIds = z
  .string()
  .transform((text) => (text === '' ? [] : text.split(',')))
  .pipe(z.array(BaseId).max(limits.basesAskedAtMost))
  .meta({ type: 'string' })

const errors = ['NOT_A_MEMBER', 'NOT_FOUND', 'FORBIDDEN', 'PUBLIC_ROOM_MEMBER'] as const

export const listGoldenQuestions = endpoint({
  name: 'listGoldenQuestions',
  host: 'main',
  method: 'GET',
  path: '/rooms/:roomId/checks',
  caller: 'account-member',
  policy: 'room:edit',
  summary: 'The golden questions of a room, in the order in which they were written.',
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
  summary: 'Keeps a question with the files of the room that should be found for it.',
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
  summary: 'Replaces a golden question; what it found before is not compared with what it finds then.',
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
  summary: 'Deletes a golden question with all that it found.',
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
  summary: `The files of a room and of its knowledge bases by name, at most ${limits.filesToExpectListed}: those whose name contains \`search\`, or all.`,
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
  policy: 'room:edit',
  summary:
    'Has all golden questions of a room asked; a run that is under way is told instead of a second one. CONFLICT when there is no question.',
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
  summary: `The runs of a room's golden questions, the latest first, at most ${limits.checkRunsKept}.`,
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
  summary: 'A run with what came of each question, compared with the run before.',
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
  summary: `Questions of the last ${limits.insightDays} days that found nothing, files that no answer has cited, files that could not be read.`,
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
  summary: `The passages of a room's context and of its knowledge bases that a question finds, best first, at most \`most\` (${limits.triedPassages} unless told). \`baseIds\` are the bases to search, with commas between them: at most ${limits.basesAskedAtMost}; without it, every base of the room. No credits are taken.`,
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
