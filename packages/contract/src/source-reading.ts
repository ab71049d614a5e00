import { z } from 'zod'
import { dataReply, endpoint, pageNumber } from './endpoint.ts'
import { ChatId, FileId } from './ids.ts'
import { limits } from './limits.ts'
import { IndexState, PassagePlace } from './passages.ts'
import { Line } from './text.ts'

/** A passage of a file as it is shown to who opens the file. */
export const OpenedPassage = z.strictObject({
  position: z.int(),
  text: z.string(),
  place: PassagePlace,
})
export type OpenedPassage = z.infer<typeof OpenedPassage>

/** A sheet of a file, by the positions of its first and its last passage with rows; `lastRow` is the row with which that one begins. */
export const FileSheet = z.strictObject({
  name: z.string(),
  first: z.int(),
  last: z.int(),
  lastRow: z.int(),
})
export type FileSheet = z.infer<typeof FileSheet>

/** The text of a file, some passages of it; `passages` in all. */
export const OpenedFile = z.strictObject({
  id: FileId,
  name: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  state: IndexState,
  passageCount: z.int(),
  /** From the first asked for, in their order. */
  passages: z.array(OpenedPassage),
  /** A link of five minutes to the bytes; null when these are gone. */
  url: z.string().nullable(),
  /** The address on the web that it was fetched from; left out for what somebody brought. */
  pageUrl: z.string().optional(),
  /** The sheets of it that have rows, when they were asked for. */
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
    'What a file says, passage by passage, from the one at `from`: for who may use its room, who uploaded it for a question, or who may read the chat `chat_id` in which it came with one.',
  params: z.strictObject({ fileId: FileId }),
  query: z.strictObject({
    /** Position of the first one, from 0. */
    from: z
      .string()
      .regex(/^\d{1,7}$/, 'This must be a whole number.')
      .transform(Number)
      .meta({ type: 'integer', minimum: 0, pattern: undefined })
      .optional(),
    count: pageNumber(limits.passagesAtOnce, limits.passagesAtOnce),
    chat_id: ChatId.optional(),
    /** `list` for the sheets of a file of rows as well. */
    sheets: z.literal('list').optional(),
  }),
  reply: { json: dataReply(OpenedFile) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND'],
})

/** The passages in which something stands that was looked for, in their order; `isMore` when there are further ones. */
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
  summary:
    'Where in a file words stand as they are written, whatever their case and accents; for whoever may open its text.',
  params: z.strictObject({ fileId: FileId }),
  query: z.strictObject({ words: Line(limits.searchCharacters), chat_id: ChatId.optional() }),
  reply: { json: dataReply(FoundInFile) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND'],
})

export const sourceReadingEndpoints = { openFileText, findInFile }
