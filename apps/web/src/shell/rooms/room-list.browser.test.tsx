import { type Account, mintId, type Room } from '@atrium/contract'
import { AtriumProvider } from '@atrium/ui'
import '@atrium/ui/styles.css'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { accountsQuery } from '../../entities/accounts/queries.ts'
import { roomsQuery } from '../../entities/rooms/queries.ts'
import { aRoom } from '../../entities/rooms/room.fixture.ts'
import { activeContext } from '../../lib/api/api.ts'
import { allPhrases, chooseLanguage, startPhrases } from '../../lib/i18n.ts'
import { QueriesProvider } from '../../lib/queries-provider.tsx'
import { queryClient } from '../../lib/query-client.ts'
import { RoomList } from './room-list.tsx'

const account = { id: mintId('account') } as Account
const law = aRoom({ name: 'Law' })
const ada = aRoom({ name: 'Ada' })
const general = aRoom({ name: 'General', access_type: 'PUBLIC' })

beforeAll(async () => {
  document.documentElement.lang = 'en'
  await startPhrases()
  await allPhrases()
})
beforeEach(() => queryClient.clear())
afterEach(() => chooseLanguage('en'))

/** The list of these rooms, the first of which is active, and the path of the page that it opened. */
async function show(rooms: Room[]) {
  const known = { updatedAt: Date.now() + 3_600_000 }
  activeContext.enterAccount(account.id)
  activeContext.enterRoom(rooms[0]?.id ?? null)
  queryClient.setQueryData(accountsQuery.queryKey, [account], known)
  queryClient.setQueryData(roomsQuery(account.id).queryKey, rooms, known)
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '$',
    component: () => <RoomList scroller={null} />,
  })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const screen = await render(
    <AtriumProvider direction="ltr" language="en" env="test">
      <QueriesProvider>
        <RouterProvider router={router as never} />
      </QueriesProvider>
    </AtriumProvider>,
  )
  await expect.element(screen.getByRole('list').first()).toBeVisible()
  return { screen, path: () => router.state.location.pathname }
}

/** Each list with its heading, and what its rows show and are called. */
const shown = () =>
  [...document.querySelectorAll('section')].map((section) => {
    const names = [...section.querySelectorAll('li')].map((row) => row.textContent)
    const marks = [...section.querySelectorAll('li svg[role=img]')].map((mark) => mark.ariaLabel)
    return [section.querySelector('h2')?.textContent, names, [...new Set(marks)]]
  })

test('NAV-09 private rooms are listed before public ones, each kind under its heading and with its mark', async () => {
  const { screen } = await show([ada, general, law])
  expect(shown()).toEqual([
    ['Private Rooms', ['Ada', 'Law'], ['Private room']],
    ['Public Rooms', ['General'], ['Public room']],
  ])
  await expect.element(screen.getByRole('list', { name: 'Public Rooms' })).toBeVisible()
  await expect
    .element(screen.getByRole('button', { name: 'Private room Ada' }))
    .toHaveAttribute('aria-current', 'true')
})

test('NAV-09 a row opens its room, and its tool the settings of the room', async () => {
  const { screen, path } = await show([general, law])
  await userEvent.click(screen.getByText('Law'))
  await expect.poll(path).toBe('/chat')
  expect(activeContext.place.get().roomId).toBe(law.id)
  await userEvent.click(screen.getByRole('button', { name: 'Settings for General' }))
  await expect.poll(path).toMatch(/^\/room-(and-members|details-mobile)$/)
  expect(activeContext.place.get().roomId).toBe(general.id)
})

test('I18N-01 a change of language reaches headings and rows', async () => {
  const { screen } = await show([general, law])
  await chooseLanguage('fr')
  await expect.element(screen.getByRole('button', { name: 'Paramètres de Law' })).toBeInTheDocument()
  expect(shown()).toEqual([
    ['Salons privés', ['Law'], ['Salon privé']],
    ['Salons publics', ['General'], ['Salon public']],
  ])
})
