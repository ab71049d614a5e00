import {
  type AccountId,
  changePrompt,
  createPrompt,
  deletePrompt,
  exportPrompts,
  findPrompts,
  importPrompts,
  limits,
  listCollections,
  listPrompts,
  listPromptTags,
  listPromptVersions,
  openPrompt,
  type Prompt,
  type PromptId,
  type PromptSource,
  type RequestInput,
  restorePrompt,
  restorePromptVersion,
  type RoomId,
  starPrompt,
  suggestPrompts,
  usePrompt,
} from '@atrium/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { listFrom } from '../../lib/list-from.ts'
import { queryClient } from '../../lib/query-client.ts'

/** Where templates are listed: the room decides which are 'of this room'. */
export type PromptPlace = { accountId: AccountId; roomId: RoomId | null }
export type PromptsWanted = {
  source: PromptSource
  page: number
  search: string
  tags: readonly string[]
  collection: string | null
}

const keyOf = (accountId: AccountId) => ['prompts', accountId] as const

/** The filters of a list, for the server. */
const filtersOf = ({ source, search, tags, collection }: PromptsWanted) => ({
  source,
  language: currentLanguage(),
  ...(search !== '' && { search }),
  ...(tags.length > 0 && { tags: tags.join(',') }),
  ...(collection !== null && { collection }),
})

/** A page of the templates of a source. */
export const promptsQuery = (
  place: PromptPlace,
  { source, page, search, tags, collection }: PromptsWanted,
) => {
  const wanted = { source, page, search, tags, collection }
  const language = currentLanguage()
  return queryOptions({
    queryKey: [...keyOf(place.accountId), 'list', { ...wanted, language, roomId: place.roomId }],
    queryFn: async ({ signal }) => {
      const query = {
        ...filtersOf(wanted),
        page: String(wanted.page),
        page_size: String(limits.promptPageSize),
      }
      const { data, count } = await api.call(listPrompts, { query }, { signal, place })
      return { prompts: listFrom(data), count }
    },
    placeholderData: keepPreviousData,
  })
}

/** A file of all the templates that a list with these filters has. */
export async function promptFile(
  place: PromptPlace,
  wanted: PromptsWanted,
  format: 'json' | 'csv',
): Promise<Blob> {
  const reply = await api.stream(exportPrompts, { query: { ...filtersOf(wanted), format } }, { place })
  return await reply.blob()
}

/** The tags and collections of a source. */
export const promptGroupsQuery = (place: PromptPlace, source: PromptSource) => {
  const query = { source, language: currentLanguage() }
  return queryOptions({
    queryKey: [...keyOf(place.accountId), 'groups', { ...query, roomId: place.roomId }],
    queryFn: async ({ signal }) => {
      const [tags, collections] = await Promise.all([
        api.call(listPromptTags, { query }, { signal, place }),
        api.call(listCollections, { query }, { signal, place }),
      ])
      return {
        tags: tags.data.map(({ tag }) => tag),
        collections: collections.data.map(({ collection }) => collection),
      }
    },
    placeholderData: keepPreviousData,
  })
}

/** Templates of all sources by name and words; without a search, the starred and used ones. */
export const foundPromptsQuery = (place: PromptPlace, search: string) => {
  const query = { search, language: currentLanguage() }
  return queryOptions({
    queryKey: [...keyOf(place.accountId), 'found', query],
    queryFn: async ({ signal }) =>
      listFrom((await api.call(findPrompts, { query }, { ...inAccount(place.accountId), signal })).data),
    staleTime: 30_000,
    retry: false,
  })
}

/** Templates for an empty chat of a room, or with words similar to a text. */
export const suggestedPromptsQuery = (place: PromptPlace, text: string) => {
  const body = { text, language: currentLanguage() }
  return queryOptions({
    queryKey: [...keyOf(place.accountId), 'suggested', { ...body, roomId: place.roomId }],
    queryFn: async ({ signal }) =>
      listFrom((await api.call(suggestPrompts, { body }, { place, signal })).data),
    staleTime: 60_000,
    // A suggestion that nobody requested is not worth a retry.
    retry: false,
  })
}

const inAccount = (accountId: AccountId) => ({ place: { accountId, roomId: null } })

/** One template with the reader's last values. */
export const promptQuery = (accountId: AccountId, promptId: PromptId) => {
  const query = { language: currentLanguage() }
  return queryOptions({
    queryKey: [...keyOf(accountId), 'one', promptId, query.language],
    queryFn: async ({ signal }) =>
      (await api.call(openPrompt, { params: { promptId }, query }, { ...inAccount(accountId), signal })).data,
    retry: false,
  })
}

export const promptVersionsQuery = (accountId: AccountId, promptId: PromptId) =>
  queryOptions({
    queryKey: [...keyOf(accountId), 'versions', promptId],
    queryFn: async ({ signal }) =>
      listFrom(
        (await api.call(listPromptVersions, { params: { promptId } }, { ...inAccount(accountId), signal }))
          .data,
      ),
  })

/** Also after a refusal, which often means that the list is outdated. */
async function thenReload<Reply>(accountId: AccountId, work: Promise<Reply>): Promise<Reply> {
  try {
    return await work
  } finally {
    void queryClient.invalidateQueries({ queryKey: keyOf(accountId) })
  }
}

export type PromptToSave = RequestInput<typeof createPrompt>['body']

/** Changes of templates in an account; every list reloads. */
export const promptChanges = (accountId: AccountId) => {
  const place = inAccount(accountId)
  return {
    create: async (body: PromptToSave): Promise<Prompt> =>
      (await thenReload(accountId, api.call(createPrompt, { body }, place))).data,
    change: async (promptId: PromptId, body: RequestInput<typeof changePrompt>['body']): Promise<Prompt> =>
      (await thenReload(accountId, api.call(changePrompt, { params: { promptId }, body }, place))).data,
    remove: (promptId: PromptId) =>
      thenReload(accountId, api.call(deletePrompt, { params: { promptId } }, place)),
    restore: (promptId: PromptId) =>
      thenReload(accountId, api.call(restorePrompt, { params: { promptId } }, place)),
    star: (promptId: PromptId, starred: boolean) =>
      thenReload(accountId, api.call(starPrompt, { params: { promptId }, body: { starred } }, place)),
    use: (promptId: PromptId, values: Record<string, string>) =>
      thenReload(accountId, api.call(usePrompt, { params: { promptId }, body: { values } }, place)),
    import: async (body: RequestInput<typeof importPrompts>['body']) =>
      (await thenReload(accountId, api.call(importPrompts, { body }, place))).data,
    restoreVersion: (promptId: PromptId, version: number) =>
      thenReload(
        accountId,
        api.call(restorePromptVersion, { params: { promptId, version: String(version) } }, place),
      ),
  }
}
