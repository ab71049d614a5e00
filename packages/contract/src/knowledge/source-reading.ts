import { z } from 'zod'
import { dataReply, endpoint, pageNumber } from '../endpoint.ts'
import { CanvasId, ChatId, FileId, TurnId } from '../ids.ts'
import { limits } from '../limits.ts'
import { IndexState, PassagePlace } from './passages.ts'
import { Line } from '../text/text.ts'

/** A passage of a file for its reader. */
export const OpenedPassage = z.strictObject({
  position: z.int(),
  text: z.string(),
  place: PassagePlace,
})
export type OpenedPassage = z.infer<typeof OpenedPassage>

/** A sheet of a file, by the indexes of its first and last passage with rows; `lastRow` is the first row of the last passage. */
export const FileSheet = z.strictObject({
  name: z.string(),
  first: z.int(),
  last: z.int(),
  lastRow: z.int(),
})
export type FileSheet = z.infer<typeof FileSheet>

/** The canvas or chat that a file is the text of; of a chat, the turns that the cited passage is from and their lines in it, most lines first. */
export const FileOrigin = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('canvas'), canvasId: CanvasId }),
  z.strictObject({
    kind: z.literal('chat'),
    chatId: ChatId,
    turns: z.array(z.strictObject({ turnId: TurnId, text: z.string() })),
  }),
])
export type FileOrigin = z.infer<typeof FileOrigin>

/** Some passages of a file's text; `passages` is their total number. */
export const OpenedFile = z.strictObject({
  id: FileId,
  name: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  state: IndexState,
  passageCount: z.int(),
  /** From the first requested one, in order. */
  passages: z.array(OpenedPassage),
  /** A link to the bytes, valid for five minutes; null when these are gone. */
  url: z.string().nullable(),
  /** The web address that it was fetched from; omitted for uploaded files. */
  pageUrl: z.string().optional(),
  /** The canvas or chat that it is the text of; omitted for other files. */
  origin: FileOrigin.optional(),
  /** Its sheets with rows, when requested. */
  sheets: z.array(FileSheet).optional(),
})
export type OpenedFile = z.infer<typeof OpenedFile>

export const openFileText = endpoint({
  name: 'openFileText',
  host: 'main',
  method: 'GET',
  path: '/files/:fileId/text',
  caller: 'account-member',
  policy: 'file:read',
  summary:
    "Returns a file's text, passage by passage, from index `from`: for users of its room, its uploader, or people who may read the chat `chat_id` that it is attached in.",
  params: z.strictObject({ fileId: FileId }),
  query: z.strictObject({
    /** Index of the first one, from 0. */
    from: z
      .string()
      .regex(/^\d{1,7}$/, 'This must be a whole number.')
      .transform(Number)
      .meta({ type: 'integer', minimum: 0, pattern: undefined })
      .optional(),
    count: pageNumber(limits.passagesAtOnce, limits.passagesAtOnce),
    chat_id: ChatId.optional(),
    /** Index of the cited passage, to find its turns in a chat. */
    cited: z
      .string()
      .regex(/^\d{1,7}$/, 'This must be a whole number.')
      .transform(Number)
      .meta({ type: 'integer', minimum: 0, pattern: undefined })
      .optional(),
    /** `list` to include the sheets of a file with rows. */
    sheets: z.literal('list').optional(),
  }),
  reply: { json: dataReply(OpenedFile) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND'],
})

/** The passages that contain the search text, in order; `isMore` when there are more. */
export const FoundInFile = z.strictObject({
  hits: z.array(z.strictObject({ position: z.int(), place: PassagePlace })),
  isMore: z.boolean(),
})
export type FoundInFile = z.infer<typeof FoundInFile>

export const findInFile = endpoint({
  name: 'findInFile',
  host: 'main',
  method: 'GET',
  path: '/files/:fileId/find',
  caller: 'account-member',
  policy: 'file:read',
  summary: 'Searches a file for an exact text, ignoring case and accents; for people who may open its text.',
  params: z.strictObject({ fileId: FileId }),
  query: z.strictObject({ words: Line(limits.searchCharacters), chat_id: ChatId.optional() }),
  reply: { json: dataReply(FoundInFile) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND'],
})

export const sourceReadingEndpoints = { openFileText, findInFile }
