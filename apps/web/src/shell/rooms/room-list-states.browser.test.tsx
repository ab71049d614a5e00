import { mintId } from '@atrium/contract'
import { AtriumProvider } from '@atrium/ui'
import '@atrium/ui/styles.css'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { roomsQuery } from '../../entities/rooms/queries.ts'
import { activeContext } from '../../lib/api/api.ts'
import { startPhrases } from '../../lib/i18n.ts'
import { QueriesProvider } from '../../lib/queries-provider.tsx'
import { queryClient } from '../../lib/query-client.ts'
import { data, tokenReply } from '../../lib/scripted-server.fixture.ts'
import { RoomList } from './room-list.tsx'

const accountId = mintId('account')

beforeEach(async () => {
  await startPhrases()
  queryClient.clear()
  activeContext.enterAccount(accountId)
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

/** The list of rooms in the sidebar, with a server that replies to its request like this. */
async function show(rooms: () => Promise<Response>) {
  vi.stubGlobal('fetch', async (given: RequestInfo | URL) => {
    const { pathname } = new URL(given instanceof Request ? given.url : given, location.href)
    if (pathname === '/app-config.json')
      return Response.json({
        mainApiUrl: '/api',
        streamApiUrl: '/stream',
        signIn: { byPassword: true, providers: [] },
      })
    return pathname.startsWith('/api/auth/') ? tokenReply('token') : rooms()
  })
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <RoomList scroller={null} /> }),
    history: createMemoryHistory(),
  })
  return await render(
    <AtriumProvider direction="ltr" language="en" env="test">
      <QueriesProvider>
        <RouterProvider router={router as never} />
      </QueriesProvider>
    </AtriumProvider>,
  )
}

test('NAV-08 three placeholders stand for the rooms until they are known; without one the list says how to begin', async () => {
  const reply = Promise.withResolvers<Response>()
  const screen = await show(() => reply.promise)
  const loading = screen.getByRole('status')
  await expect.element(loading).toBeVisible()
  expect(loading.element().querySelectorAll(':scope > [aria-hidden]')).toHaveLength(3)
  reply.resolve(data([]))
  await expect.element(screen.getByText('No rooms found')).toBeVisible()
  await expect.element(screen.getByText('Create a room to get started')).toBeVisible()
  await expect.element(loading).not.toBeInTheDocument()
})

test('NAV-08 ACC-03 a list of the wrong structure fails to load, and the reason is stored', async () => {
  const screen = await show(async () => data({ rooms: [] }))
  await expect.element(screen.getByText('Failed to load rooms')).toBeVisible()
  await expect.element(screen.getByText('Please try refreshing')).toBeVisible()
  const { error } = queryClient.getQueryState(roomsQuery(accountId).queryKey) ?? {}
  expect(error?.message).toBe('Invalid response structure')
})
