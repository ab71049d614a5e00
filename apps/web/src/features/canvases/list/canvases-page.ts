import { canvasScopes, limits } from '@atrium/contract'
import type { CanvasesWanted } from '../../../entities/canvases/canvases.ts'
import { oneOf } from '../../../lib/text/parse.ts'

/** The address parameters of a page; defaults are left out. */
export type CanvasesSearch = {
  scope?: string | undefined
  page?: number | undefined
  search?: string | undefined
  sort?: string | undefined
  order?: string | undefined
}

const scopeOf = oneOf(...canvasScopes)
const sortOf = oneOf('date', 'title')
const orderOf = oneOf('asc', 'desc')

/** Reads the page from an address; invalid values become the defaults. */
export const readPage = ({ scope, page, search, sort, order }: CanvasesSearch): CanvasesWanted => ({
  scope: scopeOf(scope) ?? 'all',
  page: Number.isInteger(page) && Number(page) > 0 ? Number(page) : 1,
  search: search === undefined ? '' : String(search).trim().slice(0, limits.searchCharacters),
  sort: sortOf(sort) ?? 'date',
  order: orderOf(order) ?? 'desc',
})

export const firstPage: CanvasesWanted = readPage({})

/** Returns the address of a page. */
export const canvasesLink = ({ scope, page, search, sort, order }: CanvasesWanted) =>
  ({
    to: '/canvas',
    search: {
      ...(scope !== 'all' && { scope }),
      ...(page > 1 && { page }),
      ...(search !== '' && { search }),
      ...(sort !== 'date' && { sort }),
      ...(order !== 'desc' && { order }),
    },
  }) as const
