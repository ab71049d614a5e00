import { type KnowledgeBase, type Language, mintId } from '@atrium/contract'
import { directionOf } from '@atrium/phrases'
import { AtriumProvider } from '@atrium/ui'
import '@atrium/ui/styles.css'
import { Toasts } from '@atrium/ui/toasts/toasts.tsx'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { allPhrases, startPhrases } from '../../lib/i18n.ts'
import { QueriesProvider } from '../../lib/queries-provider.tsx'
import { queryClient } from '../../lib/query-client.ts'
import { refusal } from '../../lib/scripted-server.fixture.ts'
import { aRoom } from '../../entities/rooms/room.fixture.ts'
import { someBase } from '../knowledge-bases/server.fixture.ts'
import { BaseSources } from './base-sources.tsx'
import { openedSource } from '../../entities/files/opened-source.ts'
import { someSource, startServer } from './server.fixture.ts'

beforeAll(async () => {
  document.documentElement.lang = 'en'
  await startPhrases()
  await allPhrases()
})
beforeEach(() => queryClient.clear())
afterEach(() => vi.unstubAllGlobals())

const accountId = mintId('account')

async function show(more: Partial<KnowledgeBase> = {}, language: Language = 'en') {
  const base = someBase(aRoom(), 'Tea', more)
  const server = startServer(base.id)
  const open = () =>
    render(
      <AtriumProvider direction={directionOf(language)} language={language} env="test">
        <QueriesProvider>
          <BaseSources accountId={accountId} base={base} />
          <Toasts />
        </QueriesProvider>
      </AtriumProvider>,
    )
  return { server, open }
}

/** By keyboard, as it must be possible. */
async function press(button: Locator): Promise<void> {
  await expect.element(button).toBeInTheDocument()
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
}

test("the list shows each source's type, progress and failure", async () => {
  const { server, open } = await show()
  server.sources = [
    someSource('House rules', { kind: 'text', url: null, fetchedAt: null }),
    someSource('Being fetched', { status: 'WAITING', fileId: null, state: null, fetchedAt: null }),
    someSource('Behind a door', { status: 'FAILED', problem: 'REFUSED' }),
    someSource('Moved away', { status: 'GONE' }),
    someSource('Damaged', {
      state: { status: 'FAILED', problem: 'DAMAGED', partsDone: 0, partsTotal: null },
    }),
  ]
  const screen = await open()
  const row = (name: string) => screen.getByRole('listitem').filter({ hasText: name })
  await expect.element(row('House rules').getByText('Ready')).toBeVisible()
  await expect.element(row('Being fetched').getByText('Processing')).toBeVisible()
  await expect.element(row('Behind a door').getByText('Failed')).toBeVisible()
  await expect
    .element(row('Behind a door').getByText(/requires signing in.*The last version is still used/))
    .toBeVisible()
  await expect.element(row('Moved away').getByText('Gone')).toBeVisible()
  await expect.element(row('Damaged').getByText('Failed')).toBeVisible()
  const link = screen.getByRole('link', { name: 'site.example: open Moved away in a new tab' })
  await expect.element(link).toHaveAttribute('rel', expect.stringContaining('noopener'))
  expect(row('Being fetched').getByRole('button', { name: /^Read/ }).elements()).toEqual([])
  await press(screen.getByRole('button', { name: 'Read House rules' }))
  expect(openedSource.get()).toMatchObject({ fileId: server.sources[0]?.fileId, fileName: 'House rules' })
  openedSource.set(null)
})

test('a text needs a title and content; a refusal is shown and the input is kept', async () => {
  const { server, open } = await show()
  const screen = await open()
  await screen.getByRole('button', { name: 'Add' }).click()
  await screen.getByRole('menuitem', { name: 'Add a text' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Add a text' })
  await press(dialog.getByRole('button', { name: 'Add' }))
  await expect.element(dialog.getByText('Give it a title.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Title' }).fill(' Rules ')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Tea at four.')
  server.refusal = refusal('FILE_NAME_TAKEN', 409)
  await press(dialog.getByRole('button', { name: 'Add' }))
  await expect.element(dialog.getByText('A file with this name already exists.')).toBeInTheDocument()
  await press(dialog.getByRole('button', { name: 'Add' }))
  await expect.element(dialog).not.toBeInTheDocument()
  const sent = { method: 'POST', path: '', body: { kind: 'text', title: 'Rules', text: 'Tea at four.' } }
  expect(server.sent).toEqual([sent, sent])
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'Added' })).toBeVisible()
})

test('a page and a sitemap are added by their address, however it is typed', async () => {
  const { server, open } = await show()
  const screen = await open()
  const choose = async (name: string) => {
    await screen.getByRole('button', { name: 'Add' }).click()
    await screen.getByRole('menuitem', { name }).click()
    return screen.getByRole('dialog', { name })
  }
  const page = await choose('Add a web page')
  await page.getByRole('textbox', { name: 'Address' }).fill('file:///etc')
  await press(page.getByRole('button', { name: 'Add' }))
  await expect.element(page.getByText(/^Enter the address of a web page/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Address' }).fill('site.example/tea')
  await page.getByRole('combobox', { name: 'Refresh' }).selectOptions('Every day')
  await press(page.getByRole('button', { name: 'Add' }))
  await expect.element(page).not.toBeInTheDocument()
  const sitemap = await choose('Add a sitemap')
  await sitemap.getByRole('textbox', { name: 'Address' }).fill('https://site.example/sitemap.xml')
  await sitemap.getByRole('textbox', { name: 'Maximum pages' }).fill('501')
  await press(sitemap.getByRole('button', { name: 'Add' }))
  await expect.element(sitemap.getByText('Enter a number from 1 to 500.')).toBeVisible()
  await sitemap.getByRole('textbox', { name: 'Maximum pages' }).fill('20')
  await press(sitemap.getByRole('button', { name: 'Add' }))
  await expect.element(sitemap).not.toBeInTheDocument()
  expect(server.sent.map(({ body }) => body)).toEqual([
    { kind: 'page', url: 'https://site.example/tea', refresh: 'daily' },
    { kind: 'sitemap', url: 'https://site.example/sitemap.xml', refresh: 'never', most: 20 },
  ])
})

test('a source is fetched now, fetched more seldom, changed and removed from its menu', async () => {
  const { server, open } = await show()
  const page = someSource('Page')
  const text = someSource('Rules', { kind: 'text', url: null })
  server.sources = [page, text]
  const screen = await open()
  const choose = async (of: string, item: string) => {
    await screen.getByRole('button', { name: `Options for ${of}` }).click()
    await screen.getByRole('menuitem', { name: item }).click()
  }
  await choose('Page', 'Fetch now')
  await expect.element(screen.getByText('Fetching Page.')).toBeVisible()
  await choose('Page', 'Change refresh interval')
  await screen.getByRole('combobox', { name: 'Refresh' }).selectOptions('Every month')
  await press(screen.getByRole('button', { name: 'Save' }))
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await choose('Rules', 'Edit the text')
  await expect.element(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('Tea at four.')
  await screen.getByRole('textbox', { name: 'Text' }).fill('Tea at five.')
  await press(screen.getByRole('button', { name: 'Save' }))
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await choose('Page', 'Remove')
  await press(screen.getByRole('dialog').getByRole('button', { name: 'Remove' }))
  await expect.element(screen.getByText('Page was removed.')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: /Page/ })).not.toBeInTheDocument()
  expect(server.sent).toEqual([
    { method: 'POST', path: `/${page.id}/refresh`, body: null },
    { method: 'PATCH', path: `/${page.id}`, body: { refresh: 'monthly' } },
    { method: 'PATCH', path: `/${text.id}`, body: { title: 'Rules', text: 'Tea at five.' } },
    { method: 'DELETE', path: `/${page.id}`, body: null },
  ])
})

test('the pages of a sitemap are shown on demand; people who cannot edit have no menus and no add button', async () => {
  const { server, open } = await show({ mayEdit: false })
  server.sources = [
    someSource('Sitemap', { kind: 'sitemap', most: 100, pages: { total: 2, ready: 1, failed: 1 } }),
  ]
  server.pages = [someSource('First'), someSource('Second', { status: 'FAILED', problem: 'ROBOTS' })]
  const screen = await open()
  await expect.element(screen.getByText('1 page not read')).toBeVisible()
  await expect.element(screen.getByText('First')).not.toBeInTheDocument()
  const pages = screen.getByRole('button', { name: '2 pages' })
  await press(pages)
  await expect.element(pages).toHaveAttribute('aria-expanded', 'true')
  const list = screen.getByRole('list', { name: 'Pages of Sitemap' })
  await expect.element(list.getByText('First')).toBeVisible()
  await expect.element(list.getByText(/robots\.txt/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Add' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: /^Options/ })).not.toBeInTheDocument()
})

test('an empty list explains its purpose; one that fails to load offers a retry', async () => {
  const { open } = await show()
  const screen = await open()
  await expect.element(screen.getByText('No texts or pages yet')).toBeVisible()
  await screen.unmount()
  queryClient.clear()
  vi.stubGlobal('fetch', async () => refusal('UNAVAILABLE', 503))
  const failing = await open()
  await expect.element(failing.getByText("Couldn't load texts and pages")).toBeVisible()
  await expect.element(failing.getByRole('button', { name: 'Try again' })).toBeVisible()
})
