import {
  changeSystemAdmin,
  deletePerson,
  endPersonSessions,
  exportPeople,
  listPeople,
  listPersonChanges,
  type Proof,
  reinstatePerson,
  restorePerson,
  suspendPerson,
  unlockPerson,
  type UserId,
} from '@atrium/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { filtersOf, pageSize, type PeoplePage } from './people-page.ts'

const peopleKey = ['system-people'] as const

export const peopleQuery = (page: PeoplePage) =>
  queryOptions({
    queryKey: [...peopleKey, 'list', page],
    queryFn: async ({ signal }) => {
      const query = { page: String(page.page), page_size: String(pageSize), ...filtersOf(page) }
      const { data, count } = await api.call(listPeople, { query }, { signal })
      return { people: data, count }
    },
    placeholderData: keepPreviousData,
  })

export const personChangesQuery = queryOptions({
  queryKey: [...peopleKey, 'changes'],
  queryFn: async ({ signal }) => (await api.call(listPersonChanges, {}, { signal })).data,
})

export async function csvOf(page: PeoplePage): Promise<Blob> {
  try {
    return await (await api.stream(exportPeople, { query: filtersOf(page) })).blob()
  } finally {
    reload()
  }
}

/** System administrators' changes of a person. Each reloads the list and throws if the server refuses. */
export const personChanges = (userId: UserId) => ({
  setAdmin: (isSystemAdmin: boolean, proof: Proof | undefined) =>
    thenReload(setAdmin(userId, isSystemAdmin, proof)),
  /** Doesn't reload the list, which the user can no longer see. */
  endOwnRole: (proof: Proof | undefined) => setAdmin(userId, false, proof),
  endSessions: () => thenReload(api.call(endPersonSessions, { params: { userId } })),
  unlock: () => thenReload(api.call(unlockPerson, { params: { userId } })),
  suspend: (reason: string) => thenReload(api.call(suspendPerson, { params: { userId }, body: { reason } })),
  delete: () => thenReload(api.call(deletePerson, { params: { userId } })),
  restore: () => thenReload(api.call(restorePerson, { params: { userId } })),
  reinstate: () => thenReload(api.call(reinstatePerson, { params: { userId } })),
})

const setAdmin = (userId: UserId, isSystemAdmin: boolean, proof: Proof | undefined) =>
  api.call(changeSystemAdmin, { params: { userId }, body: { isSystemAdmin, ...(proof && { proof }) } })

async function thenReload<Result>(change: Promise<Result>): Promise<Result> {
  try {
    return await change
  } finally {
    reload()
  }
}

const reload = () => void queryClient.invalidateQueries({ queryKey: peopleKey })
