import { jobFilters } from '@atrium/contract'
import { oneOf } from '../../../lib/text/parse.ts'

/** The address parameters of a page; defaults are left out. */
export type JobsSearch = {
  scope?: string | undefined
  state?: string | undefined
  page?: number | undefined
}

/** The lists of the page: jobs by their state, and schedules. */
export const jobsShown = [...jobFilters, 'scheduled'] as const

export type JobsPage = { scope: 'own' | 'account'; state: (typeof jobsShown)[number]; page: number }

const scopeOf = oneOf('own', 'account')
const stateOf = oneOf(...jobsShown)

/** Reads the page from an address; invalid values become the defaults. */
export const readJobsPage = ({ scope, state, page }: JobsSearch): JobsPage => ({
  scope: scopeOf(scope) ?? 'own',
  state: stateOf(state) ?? 'all',
  page: Number.isInteger(page) && Number(page) > 0 ? Number(page) : 1,
})

/** Returns the address of a page. */
export const jobsLink = ({ scope, state, page }: JobsPage) =>
  ({
    to: '/chat-history/jobs',
    search: {
      ...(scope !== 'own' && { scope }),
      ...(state !== 'all' && { state }),
      ...(page > 1 && { page }),
    },
  }) as const
