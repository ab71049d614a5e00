import { z } from 'zod'
import { BaseId, FileId, RoomId } from './ids.ts'

/** How far a file is with being read and made findable (KB-05). The first two are shown as Processing, the next two as Failed. */
export const IndexStatus = z.enum([
  'PENDING',
  'ONGOING',
  'INVALID_INPUT',
  'FAILED',
  'DELETED',
  'DELETED_ON_FAILED',
  'COMPLETED',
])
export type IndexStatus = z.infer<typeof IndexStatus>

/** Why a document could not be read, for a sentence that says what to do. */
export const documentProblems = [
  /** It opens with a password alone. */
  'PROTECTED',
  'DAMAGED',
  /** Its pages are pictures, and nothing here reads these. */
  'SCANNED',
  'EMPTY',
  /** It has more text, pages or parts than is taken, or needs more memory. */
  'TOO_LARGE',
  'TOO_SLOW',
  /** Its bytes are gone or cannot be had. */
  'UNAVAILABLE',
  /** Ours: tried again by hand. */
  'INTERNAL',
] as const
export const DocumentProblem = z.enum(documentProblems)
export type DocumentProblem = z.infer<typeof DocumentProblem>

/** Where in its file a passage stands. Pages, slides and rows count from 1; `row` is its first, with the heading row as 1. */
export const PassagePlace = z.strictObject({
  page: z.int().optional(),
  slide: z.int().optional(),
  sheet: z.string().optional(),
  row: z.int().optional(),
  /** The headings above it, outermost first. */
  headings: z.array(z.string()).optional(),
})
export type PassagePlace = z.infer<typeof PassagePlace>

/** How far a file is: what was read of it, in its own parts (pages, slides, sheets), once it is known how many there are. */
export const IndexState = z.strictObject({
  status: IndexStatus,
  problem: DocumentProblem.nullable(),
  partsDone: z.int(),
  partsTotal: z.int().nullable(),
  /** So many of its pages are pictures that nothing could read. */
  unreadPages: z.int().positive().optional(),
})
export type IndexState = z.infer<typeof IndexState>

/** A passage that an answer was given to read, by the number with which the answer cites it as `[1]`. */
export const Source = z.strictObject({
  number: z.int().positive(),
  fileId: FileId,
  fileName: z.string(),
  /** What the file belongs to: the context of a room, a knowledge base, or a question. */
  of: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('context'), roomId: RoomId }),
    z.strictObject({ kind: z.literal('base'), baseId: BaseId, name: z.string() }),
    z.strictObject({ kind: z.literal('question') }),
  ]),
  /** Which passages of the file it is, in their order from 0: from `first` up to and including `last`. */
  first: z.int(),
  last: z.int(),
  place: PassagePlace,
  /** How it begins. */
  excerpt: z.string(),
})
export type Source = z.infer<typeof Source>

/** What was done to find what an answer was given to read. */
export const SearchTrace = z.strictObject({
  /** What was searched for: the question, or what was made of it and the conversation. */
  query: z.string(),
  isRewritten: z.boolean(),
  filesSearched: z.int(),
  passagesSearched: z.int(),
  passagesFound: z.int(),
  /** Files that went in whole, since they are small enough. */
  wholeFiles: z.array(z.strictObject({ fileId: FileId, fileName: z.string() })),
  /** Files that were to be read and could not be. */
  unreadFiles: z.array(
    z.strictObject({ fileId: FileId, fileName: z.string(), problem: DocumentProblem.nullable() }),
  ),
  durationMs: z.int(),
})
export type SearchTrace = z.infer<typeof SearchTrace>
