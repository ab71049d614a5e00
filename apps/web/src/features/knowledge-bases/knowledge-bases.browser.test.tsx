import type { Account, IndexState, Room } from '@atrium/contract'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { activeContext } from '../../lib/api/api.ts'
import { allPhrases, startPhrases } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/query-client.ts'
import { refusal } from '../../lib/scripted-server.fixture.ts'
import { claimLocalData, forgetUser, stored } from '../../lib/stored.ts'
import { basesCache } from '../../entities/files/bases-cache.ts'
import { aRoom } from '../../entities/rooms/room.fixture.ts'
import { someAccount, someBase, someFile, startServer } from './server.fixture.ts'
import { show } from './shown.fixture.tsx'

beforeAll(async () => {
  document.documentElement.lang = 'en'
  await startPhrases()
  await allPhrases()
})
beforeEach(() => {
  queryClient.clear()
  forgetUser()
  claimLocalData('user_1')
})
afterEach(() => vi.unstubAllGlobals())

const file = (name: string, sizeBytes = 10) => new File([new Uint8Array(sizeBytes).fill(120)], name)
const being = (more: Partial<IndexState>): { state: IndexState } => ({
  state: { status: 'ONGOING', problem: null, partsDone: 0, partsTotal: null, ...more },
})

const world = (more: Partial<Account> = {}, room: Partial<Room> = {}, isAllowed = true) => {
  const account = someAccount(more, isAllowed)
  const rooms = [aRoom(room)] as [Room, ...Room[]]
  return { account, rooms, room: rooms[0] }
}

test("KB-04 KB-05 the list shows each base's progress, content and failures", async () => {
  const { account, rooms, room } = world()
  const server = startServer({ rooms })
  server.bases = [
    someBase(room, 'Contracts', { description: 'Signed since 2019' }),
    someBase(room, 'Manuals', being({ partsDone: 12, partsTotal: 40 })),
    someBase(room, 'Reports', { ...being({ status: 'FAILED', problem: 'DAMAGED' }), failedCount: 1 }),
    someBase(room, 'Old', { ...being({ status: 'DELETED' }), fileCount: 0 }),
  ]
  const { screen } = await show({ account, rooms })
  const row = (name: string) => screen.getByRole('listitem').filter({ hasText: name })
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Knowledge bases' })).toBeVisible()
  await expect.element(screen.getByText('4 knowledge bases')).toBeVisible()
  await expect.element(row('Contracts').getByText('Ready')).toBeVisible()
  await expect.element(row('Contracts').getByText('Signed since 2019')).toBeVisible()
  await expect.element(row('Contracts').getByText('3 files')).toBeVisible()
  await expect.element(row('Manuals').getByText('Processing')).toBeVisible()
  await expect.element(row('Manuals').getByText('30 % processed')).toBeVisible()
  await expect
    .element(screen.getByRole('progressbar', { name: 'Processing Manuals' }))
    .toHaveAttribute('aria-valuenow', '30')
  await expect.element(row('Reports').getByText('Failed', { exact: true })).toBeVisible()
  await expect.element(row('Reports').getByText('Failed: 1 of 3')).toBeVisible()
  await expect.element(row('Old').getByText('Deleted')).toBeVisible()
  const [asked] = server.to('GET', '/api/custom_rags')
  expect(Object.fromEntries(asked?.query ?? [])).toEqual({
    page: '1',
    page_size: '50',
    sort_by: 'created_at',
    order: 'DESC',
  })
  expect(asked?.headers.get('room-id')).toBe(room.id)
})

test('KB-05 a base with failed pages shows the reason and advice for pages', async () => {
  const { account, rooms, room } = world()
  const server = startServer({ rooms })
  const failed = being({ status: 'FAILED', partsTotal: 0 })
  server.bases = [
    someBase(room, 'Wiki', {
      ...failed,
      ...{ fileCount: 0, sourceCount: 2, failedCount: 1, sizeBytes: 0, sourceProblem: 'ROBOTS' },
    }),
    someBase(room, 'Blog', {
      ...failed,
      fileCount: 0,
      sourceCount: 1,
      failedCount: 1,
      sourceProblem: 'GONE',
    }),
    someBase(room, 'Notes', { sourceCount: 1 }),
    someBase(room, 'Soon', { ...being({}), fileCount: 0, sourceCount: 1 }),
  ]
  const { screen } = await show({ account, rooms })
  const row = (name: string) => screen.getByRole('listitem').filter({ hasText: name })
  await expect.element(row('Wiki').getByText('Failed', { exact: true })).toBeVisible()
  await expect.element(row('Wiki').getByText(/doesn't allow automated access to this page/)).toBeVisible()
  await expect.element(row('Wiki').getByText('2 texts and pages')).toBeVisible()
  await expect.element(row('Wiki').getByText('Failed: 1 of 2')).toBeVisible()
  await expect.element(row('Wiki').getByText('0 files')).not.toBeInTheDocument()
  await expect.element(row('Blog').getByText(/There's no page at this address/)).toBeVisible()
  await expect.element(row('Notes').getByText('3 files')).toBeVisible()
  await expect.element(row('Notes').getByText('1 text or page')).toBeVisible()
  await expect.element(row('Soon').getByText('Processing')).toBeVisible()
})

test('KB-04 a link to a base opens it on any page of the list; a missing base shows an error', async () => {
  const { account, rooms, room } = world()
  const server = startServer({ rooms })
  server.bases = Array.from({ length: 60 }, (_, index) => someBase(room, `Base ${index + 1}`))
  server.files = [someFile('deep.pdf')]
  const last = server.bases.at(-1)
  const { screen } = await show({ account, rooms, page: { base: last?.id ?? null } })
  const open = screen.getByRole('dialog', { name: 'Base 60' })
  await expect.element(open.getByRole('button', { name: 'Open deep.pdf' })).toBeVisible()
  await open.getByRole('button', { name: 'Rename' }).click()
  await open.getByRole('textbox', { name: 'Name' }).fill('Base of links')
  await open.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Base of links' })).toBeVisible()
  await screen.unmount()
  const gone = await show({ account, rooms, page: { base: someBase(room, 'Gone').id } })
  await expect.element(gone.screen.getByText('Knowledge base not found')).toBeVisible()
  await gone.screen.unmount()
  server.refusals.set(`/api/custom_rags/${last?.id}`, () => refusal('INTERNAL', 500))
  queryClient.clear()
  const again = await show({ account, rooms, page: { base: last?.id ?? null } })
  await expect.element(again.screen.getByText("Couldn't load the knowledge base")).toBeVisible()
  await again.screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(again.screen.getByRole('dialog', { name: 'Base of links' })).toBeVisible()
})

test('KB-04 bases are searched once typing pauses, ordered, and come fifty at a time', async () => {
  const { account, rooms, room } = world()
  const server = startServer({ rooms })
  server.bases = Array.from({ length: 51 }, (_, index) => someBase(room, `Base ${index + 1}`))
  const { screen } = await show({ account, rooms })
  await expect.element(screen.getByText('Page 1 of 2')).toBeVisible()
  await screen.getByRole('button', { name: 'Next knowledge bases' }).click()
  await expect.element(screen.getByRole('button', { name: 'Base 51' })).toBeVisible()
  await screen.getByRole('searchbox', { name: 'Search knowledge bases' }).fill('Base 7')
  await expect.element(screen.getByText('1 knowledge base', { exact: true })).toBeVisible()
  const searches = server.asked.map(({ query }) => query.get('search')).filter(Boolean)
  expect(searches).toEqual(['Base 7'])
  await screen.getByRole('searchbox').fill('nothing')
  await expect.element(screen.getByText('No knowledge base found')).toBeVisible()
  await screen.getByRole('button', { name: 'Show all' }).click()
  await expect.element(screen.getByText('51 knowledge bases')).toBeVisible()
  await screen.getByRole('combobox', { name: 'Order' }).click()
  await screen.getByRole('option', { name: 'Name, A to Z' }).click()
  await expect
    .poll(() => server.to('GET', '/api/custom_rags').at(-1)?.query.toString())
    .toBe('page=1&page_size=50&sort_by=rag_name&order=ASC')
})

test('KB-04 the cached list shows at once while it reloads; a refusal clears the cache', async () => {
  const { account, rooms, room } = world()
  const server = startServer({ rooms })
  const place = { accountId: account.id, roomId: room.id }
  basesCache(place).write({ bases: [someBase(room, 'Kept')], count: 1 })
  let goOn = () => {}
  const waiting = new Promise<void>((resolve) => (goOn = resolve))
  server.refusals.set('/api/custom_rags', async () => {
    await waiting
    return refusal('NOT_FOUND', 404)
  })
  const { screen } = await show({ account, rooms })
  await expect.element(screen.getByRole('button', { name: 'Kept', exact: true })).toBeVisible()
  goOn()
  await expect.element(screen.getByText("Couldn't load the knowledge bases")).toBeVisible()
  expect(basesCache(place).read()).toBe(null)
  server.bases = [someBase(room, 'Fresh')]
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('button', { name: 'Fresh', exact: true })).toBeVisible()
  expect(basesCache(place).read()?.bases[0]?.rag_name).toBe('Fresh')
  const name = `knowledgeBases.${account.id}.${room.id}`
  stored(name, (value: unknown) => value).write({ data: [{ id: 1 }] })
  expect(basesCache(place).read()).toBe(null)
})

test('ACC-04 KB-04 the list reloads when the active room changes', async () => {
  const { account, rooms } = world()
  const server = startServer({ rooms: [...rooms, aRoom({ name: 'Tea' })] })
  await show({ account, rooms: [...rooms, aRoom({ name: 'Tea' })] })
  await expect.poll(() => server.to('GET', '/api/custom_rags').length).toBeGreaterThan(0)
  const before = server.to('GET', '/api/custom_rags').length
  activeContext.enterRoom(aRoom().id)
  await expect.poll(() => server.to('GET', '/api/custom_rags').length).toBeGreaterThan(before)
})

test('KB-01 KB-04 KB-10 a base is created from several files, then opened', async () => {
  const { account, rooms, room } = world()
  const server = startServer({ rooms })
  const { screen, choose } = await show({ account, rooms })
  await expect.element(screen.getByText('No knowledge bases yet')).toBeVisible()
  await screen.getByRole('button', { name: 'New knowledge base' }).first().click()
  const dialog = screen.getByRole('dialog', { name: 'New knowledge base' })
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect.element(dialog.getByText('Enter a name.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('  Contracts ')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Signed since 2019')
  await choose(file('a.pdf'), file('b.csv'), file('virus.exe'), file('large.pdf', 1024 * 1024 + 1))
  await expect.element(dialog.getByRole('listitem').filter({ hasText: 'virus.exe' })).toBeVisible()
  await expect.element(dialog.getByText('The file large.pdf is larger than 1 MB.')).toBeVisible()
  await expect.element(dialog.getByText('b.csv')).toBeVisible()
  await expect.poll(() => server.uploaded.toSorted()).toEqual(['key-a.pdf', 'key-b.csv'])
  await dialog.getByRole('button', { name: 'Remove b.csv from this list' }).click()
  await choose(file('c.txt'))
  await expect.element(dialog.getByRole('button', { name: 'Remove c.txt from this list' })).toBeVisible()
  server.refusals.set('/api/custom_rags/create', () => refusal('KNOWLEDGE_BASE_NAME_TAKEN', 409))
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true')
  server.refusals.set('/api/custom_rags/create', () => refusal('FILES_NOT_USABLE', 422))
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Contracts')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect.element(dialog.getByText('Failed to create custom RAG', { exact: true })).toBeVisible()
  server.refusals.set('/api/custom_rags/create', () => refusal('NOT_ENOUGH_CREDITS', 402))
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect.element(dialog.getByText('Failed to create custom RAG: not enough credits')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create' }).click()
  const open = screen.getByRole('dialog', { name: 'Contracts' })
  await expect.element(open.getByRole('button', { name: 'Open a.pdf' })).toBeVisible()
  const made = server.to('POST', '/api/custom_rags/create').at(-1)
  expect(made?.body).toEqual({
    rag_name: 'Contracts',
    description: 'Signed since 2019',
    files: ['key-a.pdf', 'key-c.txt'],
    ip_type: 'FILE_UPLOAD',
  })
  expect(made?.headers.get('room-id')).toBe(room.id)
  expect(server.to('GET', '/api/generate-presigned-url').map(({ query }) => query.get('for'))).toEqual([
    'base',
    'base',
    'base',
  ])
})

test('KB-04 KB-05 KB-10 an open base is renamed, gets files, loses one, and is deleted after a question', async () => {
  const { account, rooms, room } = world()
  const server = startServer({ rooms })
  server.bases = [someBase(room, 'Manuals', { fileCount: 2 })]
  server.files = [
    someFile('pump.pdf'),
    someFile('valve.pdf', being({ status: 'FAILED', problem: 'SCANNED' })),
  ]
  const { screen, choose } = await show({ account, rooms })
  await screen.getByRole('button', { name: 'Manuals', exact: true }).click()
  const open = screen.getByRole('dialog', { name: 'Manuals' })
  /** The safe answer has the focus; the other one is after it. */
  const confirm = async (name: string) => {
    const dialog = screen.getByRole('dialog', { name })
    await expect.element(dialog.getByRole('button', { name: 'Cancel' }).last()).toHaveFocus()
    await userEvent.keyboard('{Tab}{Enter}')
    await expect.element(dialog).not.toBeInTheDocument()
  }
  await expect.element(open.getByText(/Its pages are images without text/)).toBeVisible()
  await open.getByRole('button', { name: 'Rename' }).click()
  await open.getByRole('textbox', { name: 'Name' }).fill('Machines')
  server.refusals.set('/api/custom_rags/update', () => refusal('INTERNAL', 500))
  await open.getByRole('button', { name: 'Save' }).click()
  await expect.element(open.getByText('Failed to update custom RAG', { exact: true })).toBeVisible()
  server.refusals.set('/api/custom_rags/update', () => refusal('NOT_ENOUGH_CREDITS', 402))
  await open.getByRole('button', { name: 'Save' }).click()
  await expect.element(open.getByText('Failed to update custom RAG: not enough credits')).toBeVisible()
  await open.getByRole('button', { name: 'Save' }).click()
  const renamed = screen.getByRole('dialog', { name: 'Machines' })
  await expect.element(renamed.getByRole('button', { name: 'Rename' })).toBeVisible()
  await choose(file('motor.txt'))
  await expect.element(renamed.getByRole('button', { name: 'Open motor.txt' })).toBeVisible()
  server.refusals.set('/api/custom_rags/update', () => refusal('FILES_NOT_USABLE', 422))
  await choose(file('wheel.txt'))
  await expect.element(screen.getByText('Failed to add items')).toBeVisible()
  await renamed.getByRole('button', { name: 'Remove wheel.txt from this list' }).click()
  await renamed.getByRole('button', { name: 'Delete valve.pdf' }).click()
  await confirm('Delete valve.pdf?')
  await expect.element(renamed.getByRole('button', { name: 'Open valve.pdf' })).not.toBeInTheDocument()
  await renamed.getByRole('button', { name: 'Delete', exact: true }).click()
  await confirm('Delete Machines?')
  await expect.element(screen.getByText('No knowledge bases yet')).toBeVisible()
  await expect.element(renamed).not.toBeInTheDocument()
})

test('KB-04 people who cannot edit a base can view it and open its files; an account shows the bases of all rooms', async () => {
  const account = someAccount({ role: { name: 'member' } })
  const rooms = [
    aRoom({ membership_type: 'MEMBER' }),
    aRoom({ name: 'Tea', membership_type: 'MEMBER' }),
  ] as const
  const server = startServer({ rooms: [...rooms] })
  server.bases = [
    someBase(rooms[0], 'Contracts', { mayEdit: false }),
    someBase(rooms[1], 'Leaves', { mayEdit: false }),
  ]
  server.files = [someFile('oolong.pdf')]
  const { screen } = await show({ account, rooms: [...rooms], id: account.id })
  await expect.element(screen.getByText('Room Law')).toBeVisible()
  await expect.element(screen.getByText('Room Tea')).toBeVisible()
  expect(server.to('GET', '/api/custom_rags')[0]?.headers.get('room-id')).toBe(null)
  await expect.element(screen.getByRole('button', { name: 'New knowledge base' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Options for Leaves' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Leaves', exact: true }).click()
  const open = screen.getByRole('dialog', { name: 'Leaves' })
  await expect.element(open.getByRole('button', { name: 'Open oolong.pdf' })).toBeVisible()
  await expect.element(open.getByRole('button', { name: 'Choose files' })).not.toBeInTheDocument()
  await expect.element(open.getByRole('button', { name: 'Delete oolong.pdf' })).not.toBeInTheDocument()
})

test('KB-04 if the plan has no bases, the page explains it and whom to ask, and sends no requests', async () => {
  const owner = world({}, {}, false)
  const server = startServer(owner)
  const { screen } = await show(owner)
  await expect.element(screen.getByText("Your plan doesn't include knowledge bases")).toBeVisible()
  await expect
    .element(
      screen.getByText(
        "Bridge is on the Team plan, which doesn't include them. A system administrator can change it.",
      ),
    )
    .toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'New knowledge base' })).not.toBeInTheDocument()
  await screen.unmount()
  const member = world({ role: { name: 'member' } }, {}, false)
  const { screen: asMember } = await show(member)
  await expect.element(asMember.getByText(/Ask an owner or admin/)).toBeVisible()
  await expect
    .element(asMember.getByRole('link', { name: 'Show owners and admins' }))
    .toHaveAttribute('href', `/account-members/${member.account.id}`)
  expect(server.to('GET', '/api/custom_rags')).toEqual([])
})

test('NAV-02 a missing room shows an error with a link to all knowledge bases', async () => {
  const { account, rooms } = world()
  startServer({ rooms })
  const { screen } = await show({ account, rooms, id: aRoom().id })
  await expect.element(screen.getByText('Room not found')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'All knowledge bases' }))
    .toHaveAttribute('href', `/knowledge-bases/${account.id}`)
})
