import { z } from 'zod'
import { dataPageReply, dataReply, endpoint, pageNumber } from '../endpoint.ts'
import { ChatId, PromptId, RoomId, UserId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Modifiers } from '../chats/modifiers.ts'
import { promptHomes, promptSources } from './prompt-sources.ts'
import { variablesOf } from './prompt-variables.ts'
import { Language, Line, LineOrNothing, Text } from '../text/text.ts'

export const PromptSource = z.enum(promptSources)
export type PromptSource = z.infer<typeof PromptSource>

const Title = Line(limits.promptTitleCharacters)
const PromptText = Text(limits.promptCharacters)
  .refine((text) => text.trim() !== '', 'This cannot be empty.')
  .refine(
    (text) => variablesOf(text).length <= limits.maxPromptVariables,
    `A template can have at most ${limits.maxPromptVariables} variables.`,
  )
const Tag = Line(limits.promptTagCharacters).refine((tag) => !tag.includes(','), 'A tag has no comma.')
const Tags = z.array(Tag).max(limits.maxPromptTags, `At most ${limits.maxPromptTags} tags.`)
const Collection = Line(limits.promptCollectionCharacters).nullable()
const PromptValues = z.record(
  z.string().max(limits.promptTagCharacters * 2),
  Text(limits.promptValueCharacters),
)

/** A question template as a person sees it. */
export const Prompt = z.strictObject({
  promptId: PromptId,
  title: z.string(),
  promptText: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  collection: z.string().nullable(),
  /** The language that it is written in. */
  language: Language.nullable(),
  /** The model that it was made for. */
  modelId: z.string().nullable(),
  modifiers: Modifiers,
  source: z.enum(promptHomes),
  /** The room that it is shared with. */
  room: z.strictObject({ id: RoomId, name: z.string() }).nullable(),
  /** Null for Atrium's own. An erased owner keeps the id, with the name 'Deleted user'. */
  owner: z.strictObject({ id: UserId, name: z.string() }).nullable(),
  /** The chat that its owner saved it from; null for everybody else. */
  chatId: ChatId.nullable(),
  starred: z.boolean(),
  mayEdit: z.boolean(),
  version: z.int(),
  /** By everybody in the account. */
  useCount: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Prompt = z.infer<typeof Prompt>

/** A template as a suggestion: without its text. */
export const PromptHit = z.strictObject({
  promptId: PromptId,
  title: z.string(),
  description: z.string(),
  source: z.enum(promptHomes),
  /** The room that it is shared with. */
  room: z.strictObject({ id: RoomId, name: z.string() }).nullable(),
  starred: z.boolean(),
  /** Whether using it asks for values. */
  hasVariables: z.boolean(),
})
export type PromptHit = z.infer<typeof PromptHit>

/** The results of the questions that people asked with a version of a template. */
export const PromptResults = z.strictObject({
  questionCount: z.int(),
  /** How many people asked them. */
  personCount: z.int(),
  /** Answers rated good and bad. */
  goodCount: z.int(),
  badCount: z.int(),
  /** Median credits of an answer; null while there is none. */
  medianCredits: z.number().nullable(),
})
export type PromptResults = z.infer<typeof PromptResults>

/** The content of a template at one version. */
export const PromptVersion = z.strictObject({
  version: z.int(),
  title: z.string(),
  promptText: z.string(),
  description: z.string(),
  changedBy: z.string().nullable(),
  changedAt: z.iso.datetime(),
  results: PromptResults,
})
export type PromptVersion = z.infer<typeof PromptVersion>

const ofPrompt = z.strictObject({ promptId: PromptId })
const SourceChoice = PromptSource.default('starred')
const sharing = {
  /** Who has it from now on; a `room` needs `roomId`. */
  source: z.enum(['mine', 'room', 'account']).optional(),
  roomId: RoomId.optional(),
}
const details = {
  description: Text(limits.promptDescriptionCharacters).optional(),
  tags: Tags.optional(),
  collection: Collection.optional(),
  language: Language.nullable().optional(),
  modelId: Line(200).nullable().optional(),
  modifiers: Modifiers.optional(),
  ...sharing,
}
const namesRoom = ({ source, roomId }: { source?: string | undefined; roomId?: string | undefined }) =>
  (source === 'room') === (roomId !== undefined)
const roomProblem = {
  path: ['roomId'],
  message: 'Name the room when a template is shared with one, else none.',
}

export const NewPrompt = z
  .strictObject({ title: Title, promptText: PromptText, chatId: ChatId.optional(), ...details })
  .refine(namesRoom, roomProblem)
export type NewPrompt = z.infer<typeof NewPrompt>

export const PromptChange = z
  .strictObject({
    title: Title.optional(),
    promptText: PromptText.optional(),
    /** The version that the change begins from: CONFLICT when there is a newer one. */
    version: z.int().optional(),
    ...details,
  })
  .refine(namesRoom, roomProblem)
export type PromptChange = z.infer<typeof PromptChange>

/** A template as a file holds it: without its people, stars and results. */
export const PromptInFile = z.strictObject({
  title: Title,
  promptText: PromptText,
  description: Text(limits.promptDescriptionCharacters).default(''),
  tags: Tags.default([]),
  collection: Collection.default(null),
  language: Language.nullable().default(null),
  modelId: Line(200).nullable().default(null),
  modifiers: Modifiers.default({}),
})
export type PromptInFile = z.infer<typeof PromptInFile>

/** `tags=a,b`: templates that have all of them. */
const TagFilter = z
  .string()
  .max(limits.maxPromptTags * limits.promptTagCharacters)
  .transform((tags) =>
    tags
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  )
  .pipe(Tags)
  .meta({ type: 'string' })
/** The language of Atrium's own library in the reply. */
const LibraryLanguage = Language.default('en')
const promptFilters = {
  source: SourceChoice,
  search: LineOrNothing(limits.searchCharacters).default(''),
  tags: TagFilter.optional(),
  collection: Line(limits.promptCollectionCharacters).optional(),
  language: LibraryLanguage,
}

export const listPrompts = endpoint({
  name: 'listPrompts',
  host: 'main',
  method: 'GET',
  path: '/prompts',
  caller: 'account-member',
  summary:
    'Lists question templates of a source, last used and changed first: those with all of the tags, of the collection, and with all words of the search. `room` lists those of the room in the headers, or of all rooms.',
  query: z.strictObject({
    page: pageNumber(1, 100_000),
    page_size: pageNumber(limits.promptPageSize, limits.listPageSizeMost),
    ...promptFilters,
  }),
  reply: { json: dataPageReply(Prompt) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND'],
})
export const listPromptTags = endpoint({
  name: 'listPromptTags',
  host: 'main',
  method: 'GET',
  path: '/prompts/tags',
  caller: 'account-member',
  summary: 'Lists the tags of a source by name, each with its number of templates.',
  query: z.strictObject({ source: SourceChoice, language: LibraryLanguage }),
  reply: { json: dataReply(z.array(z.strictObject({ tag: z.string(), promptCount: z.int() }))) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND'],
})
export const listCollections = endpoint({
  name: 'listCollections',
  host: 'main',
  method: 'GET',
  path: '/collections',
  caller: 'account-member',
  summary: 'Lists the collections of a source by name, each with its number of templates.',
  query: z.strictObject({ source: SourceChoice, language: LibraryLanguage }),
  reply: { json: dataReply(z.array(z.strictObject({ collection: z.string(), promptCount: z.int() }))) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND'],
})
export const findPrompts = endpoint({
  name: 'findPrompts',
  host: 'main',
  method: 'GET',
  path: '/prompts/found',
  caller: 'account-member',
  summary:
    "Finds templates of all sources by name and words, best first; the last word may be incomplete. Without a search, returns the caller's starred and used ones.",
  query: z.strictObject({
    search: LineOrNothing(limits.searchCharacters).default(''),
    language: LibraryLanguage,
  }),
  reply: { json: dataReply(z.array(PromptHit)) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER'],
})
/** Called while people type. A POST, so that their text is not part of an address, which proxies log. */
export const suggestPrompts = endpoint({
  name: 'suggestPrompts',
  host: 'main',
  method: 'POST',
  path: '/prompts/suggestions',
  caller: 'account-member',
  summary:
    "Suggests templates: with a text, at most three with similar words; without, six that fit the room in the headers, the language and the caller's past use. Stores nothing.",
  body: z.strictObject({
    /** The end of the question as typed so far. */
    text: Text(limits.promptSuggestionCharacters).default(''),
    language: LibraryLanguage,
  }),
  reply: { json: dataReply(z.array(PromptHit)) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND'],
  idempotency: 'ids',
})
export const openPrompt = endpoint({
  name: 'openPrompt',
  host: 'main',
  method: 'GET',
  path: '/prompts/:promptId',
  caller: 'account-member',
  policy: 'prompt:use',
  summary: "Returns a template with the caller's last values of its variables.",
  params: ofPrompt,
  query: z.strictObject({ language: LibraryLanguage }),
  reply: {
    json: dataReply(z.strictObject({ prompt: Prompt, lastValues: z.record(z.string(), z.string()) })),
  },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})
export const createPrompt = endpoint({
  name: 'createPrompt',
  host: 'main',
  method: 'POST',
  path: '/prompts',
  caller: 'account-member',
  summary: "Creates a template: the caller's own, or shared with a room that they may use or the account.",
  body: NewPrompt,
  reply: { json: dataReply(Prompt) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'TOO_MANY_PROMPTS'],
  idempotency: 'key',
})
export const changePrompt = endpoint({
  name: 'changePrompt',
  host: 'main',
  method: 'PATCH',
  path: '/prompts/:promptId',
  caller: 'account-member',
  policy: 'prompt:edit',
  summary:
    'Changes a template, for its owner and the admins of its room or account. Only its owner shares it with others or takes it back. A new title, text or description is a new version.',
  params: ofPrompt,
  body: PromptChange,
  reply: { json: dataReply(Prompt) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'TOO_MANY_PROMPTS'],
  idempotency: 'key',
})
export const deletePrompt = endpoint({
  name: 'deletePrompt',
  host: 'main',
  method: 'DELETE',
  path: '/prompts/:promptId',
  caller: 'account-member',
  policy: 'prompt:edit',
  summary: 'Deletes a template; it can be restored for 30 days.',
  params: ofPrompt,
  reply: { json: dataReply(z.strictObject({ promptId: PromptId })) },
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'key',
})
export const restorePrompt = endpoint({
  name: 'restorePrompt',
  host: 'main',
  method: 'POST',
  path: '/prompts/:promptId/restore',
  caller: 'account-member',
  policy: 'prompt:edit',
  summary: 'Restores a deleted template.',
  params: ofPrompt,
  reply: { json: dataReply(Prompt) },
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'key',
})
export const starPrompt = endpoint({
  name: 'starPrompt',
  host: 'main',
  method: 'PUT',
  path: '/prompts/:promptId/star',
  caller: 'account-member',
  policy: 'prompt:use',
  summary: 'Stars a template for the caller, or removes the star.',
  params: ofPrompt,
  body: z.strictObject({ starred: z.boolean() }),
  reply: { json: dataReply(z.strictObject({ promptId: PromptId, starred: z.boolean() })) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  idempotency: 'key',
})
export const usePrompt = endpoint({
  name: 'usePrompt',
  host: 'main',
  method: 'POST',
  path: '/prompts/:promptId/uses',
  caller: 'account-member',
  policy: 'prompt:use',
  summary: 'Counts a use of a template and remembers the values for the caller.',
  params: ofPrompt,
  body: z.strictObject({ values: PromptValues }),
  reply: { json: dataReply(z.strictObject({ promptId: PromptId, useCount: z.int() })) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  idempotency: 'key',
})
export const listPromptVersions = endpoint({
  name: 'listPromptVersions',
  host: 'main',
  method: 'GET',
  path: '/prompts/:promptId/versions',
  caller: 'account-member',
  policy: 'prompt:edit',
  summary: 'Lists the versions of a template with their results, newest first; for people who may edit it.',
  params: ofPrompt,
  reply: { json: dataReply(z.array(PromptVersion)) },
  errors: ['NOT_FOUND', 'FORBIDDEN'],
})
export const restorePromptVersion = endpoint({
  name: 'restorePromptVersion',
  host: 'main',
  method: 'POST',
  path: '/prompts/:promptId/versions/:version/restore',
  caller: 'account-member',
  policy: 'prompt:edit',
  summary: 'Makes an earlier version of a template its newest.',
  params: z.strictObject({
    promptId: PromptId,
    version: z
      .string()
      .regex(/^[1-9]\d{0,5}$/, 'This must be a whole number.')
      .transform(Number),
  }),
  reply: { json: dataReply(Prompt) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'key',
})
export const exportPrompts = endpoint({
  name: 'exportPrompts',
  host: 'main',
  method: 'GET',
  path: '/prompts/export',
  caller: 'account-member',
  summary:
    'Exports the templates that `GET /prompts` lists with these filters: as JSON `{templates: […]}`, which `POST /prompts/import` takes, or as CSV (UTF-8, RFC 4180) without modifiers.',
  query: z.strictObject({ ...promptFilters, format: z.enum(['json', 'csv']).default('json') }),
  reply: { other: ['application/json', 'text/csv'] },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND'],
})
export const importPrompts = endpoint({
  name: 'importPrompts',
  host: 'main',
  method: 'POST',
  path: '/prompts/import',
  caller: 'account-member',
  summary:
    "Creates the caller's templates from a file, all or none; skips those whose title and text the caller already has there.",
  body: z
    .strictObject({
      templates: z
        .array(PromptInFile)
        .min(1, 'Send at least one template.')
        .max(limits.maxImportedPrompts, `At most ${limits.maxImportedPrompts} templates at once.`),
      ...sharing,
    })
    .refine(namesRoom, roomProblem),
  bodyLimitBytes: limits.promptImportBytes,
  reply: { json: dataReply(z.strictObject({ createdCount: z.int(), skippedCount: z.int() })) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'TOO_MANY_PROMPTS'],
  idempotency: 'key',
})

export const promptEndpoints = {
  exportPrompts,
  importPrompts,
  listPrompts,
  listPromptTags,
  listCollections,
  findPrompts,
  suggestPrompts,
  openPrompt,
  createPrompt,
  changePrompt,
  deletePrompt,
  restorePrompt,
  starPrompt,
  usePrompt,
  listPromptVersions,
  restorePromptVersion,
}
