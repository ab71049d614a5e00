import { limits, promptSources, type PromptSource } from '@atrium/contract'
import { oneOf } from '../../lib/text/parse.ts'
import type { PromptsWanted } from '../../entities/prompts/prompts.ts'

/** What the address says of a page; defaults are left out. */
export type LibrarySearch = {
  page?: number | undefined
  search?: string | undefined
  tags?: string[] | undefined
  collection?: string | undefined
}

export const sourceOf = oneOf(...promptSources)

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** Reads the address; anything that is no page reads as the first one. */
export const readPage = (
  source: PromptSource,
  { page, search, tags, collection }: Partial<Record<keyof LibrarySearch, unknown>>,
): PromptsWanted => ({
  source,
  page: Number.isInteger(page) && Number(page) > 0 ? Number(page) : 1,
  search: textOf(search).trim().slice(0, limits.searchCharacters),
  tags: Array.isArray(tags)
    ? tags
        .map(textOf)
        .filter((tag) => tag !== '')
        .slice(0, limits.maxPromptTags)
    : [],
  collection: textOf(collection) || null,
})

/** Returns where a page is. */
export const libraryLink = ({ source, page, search, tags, collection }: PromptsWanted) =>
  ({
    to: '/question-library/$source',
    params: { source },
    search: {
      ...(page > 1 && { page }),
      ...(search !== '' && { search }),
      ...(tags.length > 0 && { tags: [...tags] }),
      ...(collection !== null && { collection }),
    },
  }) as const

export const firstPage = (source: PromptSource): PromptsWanted => ({
  source,
  page: 1,
  search: '',
  tags: [],
  collection: null,
})
