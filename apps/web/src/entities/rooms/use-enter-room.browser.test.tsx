import type { Room } from '@atrium/contract'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { activeContext } from '../../lib/api/api.ts'
import { QueriesProvider } from '../../lib/queries-provider.tsx'
import { queryClient } from '../../lib/query-client.ts'
import { roomsQuery, switchRoom } from './queries.ts'
import { aRoom } from './room.fixture.ts'
import { useEnterRoom } from './use-enter-room.ts'
import { useRooms } from './use-room.ts'

const accountId = 'account_1'
const general = aRoom({ id: 'room_1', name: 'General' })
const bridge = aRoom({ id: 'room_2', name: 'Bridge' })

const listRooms = (...rooms: Room[]) =>
  queryClient.setQueryData(roomsQuery(accountId).queryKey, rooms, { updatedAt: Date.now() + 3_600_000 })

/** A page of an object in 'Bridge', and a next page that loads until `arrive` is called. */
async function openPageInBridge(path = '/chat/one') {
  const next = Promise.withResolvers<void>()
  const root = createRootRoute({ component: Outlet })
  const inBridge = createRoute({
    getParentRoute: () => root,
    path: '/chat/one',
    component: function PageInBridge() {
      useEnterRoom(accountId, bridge.id)
      const { data: rooms } = useRooms()
      return (
        <>
          <h1>In Bridge</h1>
          <p>{rooms?.map(({ name }) => name).join(', ')}</p>
        </>
      )
    },
  })
  const fresh = createRoute({
    getParentRoute: () => root,
    path: '/chat/new',
    loader: () => next.promise,
    component: () => <h1>New chat</h1>,
  })
  const router = createRouter({
    routeTree: root.addChildren([inBridge, fresh]),
    history: createMemoryHistory({ initialEntries: [path] }),
    // The page that is being left stays on the screen, as in the product.
    defaultPendingMs: Infinity,
  })
  const screen = await render(
    <QueriesProvider>
      <RouterProvider router={router as never} />
    </QueriesProvider>,
  )
  await expect.element(screen.getByRole('heading', { name: 'In Bridge' })).toBeVisible()
  return { screen, router, arrive: () => next.resolve() }
}

beforeEach(() => {
  queryClient.clear()
  activeContext.enterAccount(accountId)
  activeContext.enterRoom(general.id)
})
afterEach(() => queryClient.clear())

test.each(['/chat/one', '/chat/one/'])('ACC-03 %s, a page of an object, activates its room', async (path) => {
  listRooms(general, bridge)
  await openPageInBridge(path)
  await expect.poll(() => activeContext.place.get().roomId).toBe(bridge.id)
})

test('ACC-03 a room that is not in the list is not activated', async () => {
  listRooms(general)
  await openPageInBridge()
  expect(activeContext.place.get().roomId).toBe(general.id)
  listRooms(general, bridge)
  await expect.poll(() => activeContext.place.get().roomId).toBe(bridge.id)
})

test('ACC-03 a room chosen later stays active when the list of rooms reloads', async () => {
  listRooms(general, bridge)
  const { screen } = await openPageInBridge()
  await expect.poll(() => activeContext.place.get().roomId).toBe(bridge.id)
  switchRoom(accountId, general)
  listRooms(general, { ...bridge, name: 'Upper bridge' })
  await expect.element(screen.getByText('General, Upper bridge')).toBeVisible()
  expect(activeContext.place.get().roomId).toBe(general.id)
})

test('ACC-03 a page that is being left does not take its room back from the room just chosen', async () => {
  listRooms(general)
  const { screen, router, arrive } = await openPageInBridge()
  switchRoom(accountId, general)
  const leaving = router.navigate({ to: '/chat/new' as never })
  await expect.poll(() => router.latestLocation.pathname).toBe('/chat/new')
  // The page that is still shown learns of its room only now.
  listRooms(general, bridge)
  await expect.element(screen.getByText('General, Bridge')).toBeVisible()
  arrive()
  await leaving
  await expect.element(screen.getByRole('heading', { name: 'New chat' })).toBeVisible()
  expect(activeContext.place.get().roomId).toBe(general.id)
})
