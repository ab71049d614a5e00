import { jobFilters } from '@atrium/contract'
import type { JobsWanted } from '../../../entities/agent-jobs/queries.ts'
import { oneOf } from '../../../lib/text/parse.ts'

/** What the address says of a page; defaults are left out. */
export type JobsSearch = {
  scope?: string | undefined
  state?: string | undefined
  page?: number | undefined
}

const scopeOf = oneOf('own', 'account')
const stateOf = oneOf(...jobFilters)

/** Reads the address; anything that is no page reads as the first one. */
export const readJobsPage = ({ scope, state, page }: JobsSearch): JobsWanted => ({
  scope: scopeOf(scope) ?? 'own',
  state: stateOf(state) ?? 'all',
  page: Number.isInteger(page) && Number(page) > 0 ? Number(page) : 1,
})

/** Returns where a page is. */
export const jobsLink = ({ scope, state, page }: JobsWanted) =>
  ({
    to: '/chat-history/jobs',
    search: {
      ...(scope !== 'own' && { scope }),
      ...(state !== 'all' && { state }),
      ...(page > 1 && { page }),
    },
  }) as const
