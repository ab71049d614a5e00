import type { MembersPage } from '../../entities/accounts/members.ts'

/** Opens a page of the list. */
export type ShowPage = (page: MembersPage) => void
