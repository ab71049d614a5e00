import type { BasesPage } from '../../entities/files/bases-page.ts'

/** Opens a page of the list. */
export type ShowPage = (page: BasesPage) => void
