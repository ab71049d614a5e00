import { mintId } from '@atrium/contract'
import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { api } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { roomsQuery } from '../rooms/queries.ts'
import { accountsQuery } from './queries.ts'

const accountId = mintId('account')

test.each([
  { name: 'accounts', query: accountsQuery as object },
  { name: 'rooms', query: roomsQuery(accountId) as object },
])(
  'ACC-03 a page that waits for the $name gets them although the screen that began to load them is left',
  async ({ query }) => {
    queryClient.clear()
    const reply = Promise.withResolvers<{ data: [] }>()
    vi.spyOn(api, 'call').mockImplementation((async (
      _endpoint: unknown,
      _input: unknown,
      options?: { signal: AbortSignal },
    ) => {
      // The library cancels a load whose signal was used.
      void options?.signal
      return await reply.promise
    }) as never)
    const leave = new QueryObserver(queryClient, query as never).subscribe(() => undefined)
    const waiting = queryClient.ensureQueryData(query as never)
    leave()
    reply.resolve({ data: [] })
    expect(await waiting).toEqual([])
    vi.restoreAllMocks()
  },
)
