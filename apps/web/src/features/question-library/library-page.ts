import { limits, promptSources, type PromptSource } from '@atrium/contract'
import { oneOf } from '../../lib/text/parse.ts'
import type { PromptsWanted } from '../../entities/prompts/prompts.ts'

/** The address parameters of a page; defaults are left out. */
export type LibrarySearch = {
  page?: number | undefined
  search?: string | undefined
  tags?: string[] | undefined
  collection?: string | undefined
}

export const sourceOf = oneOf(...promptSources)

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** Reads the page from an address; invalid values become the defaults. */
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

/** Returns the address of a page. */
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
