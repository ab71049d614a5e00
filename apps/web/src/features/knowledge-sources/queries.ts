import {
  type AccountId,
  addKnowledgeSource,
  type BaseId,
  changeKnowledgeSource,
  deleteKnowledgeSource,
  type KnowledgeSource,
  limits,
  listKnowledgeSources,
  openKnowledgeSource,
  refreshKnowledgeSource,
  type RequestInput,
  type SourceId,
} from '@atrium/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { listFrom } from '../../lib/list-from.ts'
import { knowledgeKeys, reloadBases } from '../../entities/files/knowledge-keys.ts'
import { statusOfSource } from './status-of-source.ts'

/** A base whose sources are shown. */
export type SourcesPlace = { accountId: AccountId; baseId: BaseId }

const lookAgainMs = 5000
const placeOf = ({ accountId }: SourcesPlace) => ({ accountId, roomId: null })

/** Cached with the base's files, so that one notice invalidates both. */
const keyOf = ({ accountId, baseId }: SourcesPlace) =>
  [...knowledgeKeys.filesOf(accountId, baseId), 'sources'] as const

/** One page, from 1, of the sources of a base, or of the pages of a sitemap of it. */
export const sourcesQuery = (place: SourcesPlace, page: number, of?: SourceId) =>
  queryOptions({
    queryKey: [...keyOf(place), of ?? 'all', page],
    queryFn: async ({ signal }) => {
      const query = { page: String(page), page_size: String(limits.sourcePageSize), ...(of && { of }) }
      const input = { params: { baseId: place.baseId }, query }
      const reply = await api.call(listKnowledgeSources, input, { signal, place: placeOf(place) })
      return { sources: listFrom(reply.data), count: reply.count }
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.sources.some(isUnderWay) ? lookAgainMs : false),
  })

const isUnderWay = (source: KnowledgeSource) =>
  statusOfSource(source) === 'processing' ||
  (source.pages !== null && source.pages.ready + source.pages.failed < source.pages.total)

/** A pasted text as it is now. */
export const sourceTextQuery = (place: SourcesPlace, sourceId: SourceId) =>
  queryOptions({
    queryKey: [...keyOf(place), 'text', sourceId],
    queryFn: async ({ signal }) => {
      const input = { params: { baseId: place.baseId, sourceId } }
      return (await api.call(openKnowledgeSource, input, { signal, place: placeOf(place) })).data.text ?? ''
    },
    // Never refetches what is being edited.
    staleTime: Infinity,
    gcTime: 0,
  })

/** Also after a refusal, which often means that the list is outdated. */
async function thenReload(place: SourcesPlace, work: Promise<unknown>): Promise<void> {
  try {
    await work
  } finally {
    await reloadBases(place.accountId)
  }
}

export const addSource = (
  place: SourcesPlace,
  body: RequestInput<typeof addKnowledgeSource>['body'],
): Promise<void> =>
  thenReload(
    place,
    api.call(addKnowledgeSource, { params: { baseId: place.baseId }, body }, { place: placeOf(place) }),
  )

const inputOf = ({ baseId }: SourcesPlace, sourceId: SourceId) => ({ params: { baseId, sourceId } })

export const changeSource = (
  place: SourcesPlace,
  sourceId: SourceId,
  body: RequestInput<typeof changeKnowledgeSource>['body'],
): Promise<void> =>
  thenReload(
    place,
    api.call(changeKnowledgeSource, { ...inputOf(place, sourceId), body }, { place: placeOf(place) }),
  )

export const refreshSource = (place: SourcesPlace, sourceId: SourceId): Promise<void> =>
  thenReload(place, api.call(refreshKnowledgeSource, inputOf(place, sourceId), { place: placeOf(place) }))

export const removeSource = (place: SourcesPlace, sourceId: SourceId): Promise<void> =>
  thenReload(place, api.call(deleteKnowledgeSource, inputOf(place, sourceId), { place: placeOf(place) }))
