import { type Account, mintId, type RoomDetails } from '@atrium/contract'
import { AtriumProvider } from '@atrium/ui'
import '@atrium/ui/styles.css'
import { Toasts } from '@atrium/ui/toasts/toasts.tsx'
import { useQuery } from '@tanstack/react-query'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { allPhrases, startPhrases } from '../../lib/i18n.ts'
import { QueriesProvider } from '../../lib/queries-provider.tsx'
import { data, refusal, tokenReply } from '../../lib/scripted-server.fixture.ts'
import { MarksSwitch } from './marks-switch.tsx'
import { aRoomWithRules } from '../../entities/rooms/room.fixture.ts'
import { roomQuery } from '../../entities/rooms/room-queries.ts'

beforeAll(async () => {
  document.documentElement.lang = 'en'
  await startPhrases()
  await allPhrases()
})
afterEach(() => vi.unstubAllGlobals())

const account = { id: mintId('account') } as Account

/** A server with one room, whose next change may be refused. */
function startServer() {
  const room = aRoomWithRules({ name: 'Bridge' })
  const server = { room, isRefusing: false, changes: [] as unknown[] }
  vi.stubGlobal('fetch', async (given: RequestInfo | URL, options: RequestInit = {}) => {
    const { pathname } = new URL(given instanceof Request ? given.url : given, location.href)
    if (pathname === '/app-config.json')
      return new Response(JSON.stringify({ mainApiUrl: '/api', streamApiUrl: '/stream' }))
    if (pathname.startsWith('/api/auth/')) return tokenReply('token')
    if (options.method === 'PATCH') {
      if (server.isRefusing) return refusal('FORBIDDEN', 403)
      const change = JSON.parse(options.body as string) as Partial<RoomDetails>
      server.changes.push(change)
      server.room = { ...server.room, ...change }
    }
    return data(pathname.endsWith(room.id) ? server.room : [server.room])
  })
  return server
}

function Shown({ roomId, isAdmin }: { roomId: RoomDetails['id']; isAdmin: boolean }) {
  const { data: room } = useQuery(roomQuery(account.id, roomId))
  return room ? (
    <>
      <h1>{room.name}</h1>
      <MarksSwitch account={account} room={room} isAdmin={isAdmin} />
    </>
  ) : null
}

const show = ({ room }: ReturnType<typeof startServer>, isAdmin = true) =>
  render(
    <AtriumProvider direction="ltr" language="en" env="test">
      <QueriesProvider>
        <Shown roomId={room.id} isAdmin={isAdmin} />
        <Toasts />
      </QueriesProvider>
    </AtriumProvider>,
  )

const label = 'Mark unsupported sentences'

test('admins of a room toggle the underlining in its answers, by keyboard too, with an explanation', async () => {
  const server = startServer()
  const screen = await show(server)
  const marks = screen.getByRole('switch', { name: label })
  await expect.element(marks).toBeChecked()
  await expect.element(marks).toHaveAccessibleDescription(/^Marks sentences in new answers/)
  await marks.click()
  await expect.element(screen.getByText('Unsupported sentences will no longer be marked.')).toBeVisible()
  await expect.element(marks).not.toBeChecked()
  expect(server.changes).toEqual([{ marksUnsupported: false }])
  // The focus has stayed.
  await userEvent.keyboard(' ')
  await expect.poll(() => server.changes.at(-1)).toEqual({ marksUnsupported: true })
  await expect.element(marks).toBeChecked()
})

test('a refused toggle reverts and shows the reason', async () => {
  const server = startServer()
  const screen = await show(server)
  server.isRefusing = true
  await screen.getByRole('switch', { name: label }).click()
  const received = screen.getByText('You do not have permission to update this room')
  await expect.element(received.first()).toBeVisible()
  await expect.element(screen.getByRole('switch', { name: label })).toBeChecked()
  expect(server.changes).toEqual([])
})

test('people who cannot edit the room have no such toggle', async () => {
  const screen = await show(startServer(), false)
  await expect.element(screen.getByRole('heading', { name: 'Bridge' })).toBeVisible()
  expect(screen.getByRole('switch').query()).toBeNull()
})
