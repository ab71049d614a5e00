import { z } from 'zod'
import { BaseId, FileId, RoomId } from '../ids.ts'

/** Processing states of a file (KB-05). The first two are shown as Processing, the next two as Failed. */
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

/** Why a document could not be read; clients add what to do. */
export const documentProblems = [
  /** It opens only with a password. */
  'PROTECTED',
  'DAMAGED',
  /** Its pages are pictures, and there is no page reader. */
  'SCANNED',
  'EMPTY',
  /** It is an image, and there is no image reader: neither a model with vision nor tesseract. */
  'NO_IMAGE_READER',
  /** An image with too many pixels to decode. */
  'IMAGE_TOO_LARGE',
  /** A WebP with more bytes than models accept; it can't be resized here. */
  'WEBP_TOO_LARGE',
  /** It has too much text, pages or parts, or needs too much memory. */
  'TOO_LARGE',
  /** More text than the plan allows for one file, or for the files of one archive. */
  'TOO_MUCH_TEXT',
  /** More passages than the plan allows for one file, or for the files of one archive. */
  'TOO_MANY_PASSAGES',
  'TOO_SLOW',
  /** An Adobe XFA form, which only Acrobat renders. */
  'XFA_FORM',
  /** Its bytes are gone or inaccessible. */
  'UNAVAILABLE',
  /** Our fault: can be retried by hand. */
  'INTERNAL',
] as const
export const DocumentProblem = z.enum(documentProblems)
export type DocumentProblem = z.infer<typeof DocumentProblem>

/** The position of a passage in its file. Pages, slides and rows count from 1; `row` is its first, with the header row as 1. */
export const PassagePlace = z.strictObject({
  page: z.int().optional(),
  slide: z.int().optional(),
  sheet: z.string().optional(),
  row: z.int().optional(),
  /** The headings above it, outermost first. */
  headings: z.array(z.string()).optional(),
})
export type PassagePlace = z.infer<typeof PassagePlace>

/** Processing progress of a file: parts read (pages, slides, sheets), once their number is known. */
export const IndexState = z.strictObject({
  status: IndexStatus,
  problem: DocumentProblem.nullable(),
  partsDone: z.int(),
  partsTotal: z.int().nullable(),
  /** Number of pages that are pictures and could not be read. */
  unreadPages: z.int().positive().optional(),
})
export type IndexState = z.infer<typeof IndexState>

/** A passage among an answer's sources, by its citation number, as in `[1]`. */
export const Source = z.strictObject({
  number: z.int().positive(),
  fileId: FileId,
  fileName: z.string(),
  /** The file's owner: the context of a room, a knowledge base, or a question. */
  of: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('context'), roomId: RoomId }),
    z.strictObject({ kind: z.literal('base'), baseId: BaseId, name: z.string() }),
    z.strictObject({ kind: z.literal('question') }),
  ]),
  /** The range of passages in the file, from 0: `first` to `last`, inclusive. */
  first: z.int(),
  last: z.int(),
  place: PassagePlace,
  /** Its beginning. */
  excerpt: z.string(),
})
export type Source = z.infer<typeof Source>

/** How an answer's sources were found. */
/** Why a file was not read: a problem of the file, or the model refused its text. */
export const UnreadProblem = z.enum([...documentProblems, 'REFUSED_BY_MODEL'])
export type UnreadProblem = z.infer<typeof UnreadProblem>

export const SearchTrace = z.strictObject({
  /** The search query: the question, or a rewrite of it with the conversation. */
  query: z.string(),
  isRewritten: z.boolean(),
  filesSearched: z.int(),
  passagesSearched: z.int(),
  passagesFound: z.int(),
  /** Files sent whole, since they are small enough. */
  wholeFiles: z.array(z.strictObject({ fileId: FileId, fileName: z.string() })),
  /** Files that should have been read and could not be; null: not processed yet. */
  unreadFiles: z.array(
    z.strictObject({ fileId: FileId, fileName: z.string(), problem: UnreadProblem.nullable() }),
  ),
  /** The room has files, and the asker switched them off. */
  roomFilesOff: z.literal(true).optional(),
  durationMs: z.int(),
})
export type SearchTrace = z.infer<typeof SearchTrace>
