import { mintId, type TriedSearch } from '@atrium/contract'
import { AtriumProvider } from '@atrium/ui'
import '@atrium/ui/styles.css'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { allPhrases, startPhrases } from '../../lib/i18n.ts'
import { QueriesProvider } from '../../lib/queries-provider.tsx'
import { openedSource } from '../../entities/files/opened-source.ts'
import { nothingFound, startCheckServer } from './check-server.fixture.ts'
import { TrySearch } from './try-search.tsx'

beforeAll(async () => {
  document.documentElement.lang = 'en'
  await startPhrases()
  await allPhrases()
})
afterEach(() => {
  openedSource.set(null)
  vi.unstubAllGlobals()
})

const show = () =>
  render(
    <AtriumProvider direction="ltr" language="en" env="test">
      <QueriesProvider>
        <TrySearch place={{ accountId: mintId('account'), roomId: mintId('room') }} />
      </QueriesProvider>
    </AtriumProvider>,
  )

const report = mintId('file')
const someFound: TriedSearch = {
  filesSearched: 1,
  passagesSearched: 12,
  passagesFound: 2,
  usesVectors: false,
  found: [
    {
      fileId: report,
      fileName: 'report.pdf',
      base: { id: mintId('base'), name: 'Guides' },
      position: 4,
      place: { page: 3 },
      text: 'Tea leaves\nwither for eighteen hours; steam does not.',
      matches: ['Tea', 'wither'],
      score: 2,
    },
    {
      fileId: mintId('file'),
      fileName: 'notes.txt',
      base: null,
      position: 0,
      place: {},
      text: 'Tea.',
      matches: ['Tea'],
      score: 1,
    },
  ],
}

test('KB-06 a search shows passages with file, position and beginning, and one opens at its position', async () => {
  const server = startCheckServer()
  server.search = someFound
  const screen = await show()
  await expect.element(screen.getByRole('button', { name: 'Search' })).toBeDisabled()
  await screen.getByRole('searchbox', { name: 'Question or keywords' }).fill('  How long does tea wither? ')
  await userEvent.keyboard('{Enter}')
  const found = screen.getByRole('list', { name: 'Passages found, best first' })
  await expect
    .element(found.getByRole('listitem').first())
    .toHaveTextContent('1PDFreport.pdfGuidespage 3Tea leaves wither for eighteen hours; steam does not.')
  await expect.element(found.getByRole('listitem').last()).toHaveTextContent('2TXTnotes.txtRoom contextTea.')
  const marked = [...found.element().querySelectorAll('mark')].map(({ textContent }) => textContent)
  expect(marked).toEqual(['Tea', 'wither', 'Tea'])
  await expect
    .element(screen.getByRole('status'))
    .toHaveTextContent('Searched 1 file (12 passages). Keyword search.')
  expect(server.searchedFor).toEqual(['How long does tea wither?'])

  await found.getByRole('button', { name: /report\.pdf/ }).click()
  expect(openedSource.get()).toMatchObject({
    fileId: report,
    chatId: null,
    source: { number: 1, first: 4, last: 4, place: { page: 3 } },
    sources: [{ fileName: 'report.pdf' }, { fileName: 'notes.txt' }],
  })
})

test('a search without results shows advice, and can be repeated', async () => {
  const server = startCheckServer()
  const screen = await show()
  await screen.getByRole('searchbox', { name: 'Question or keywords' }).fill('Zymurgy')
  await screen.getByRole('button', { name: 'Search' }).click()
  await expect.element(screen.getByText('Nothing was found')).toBeVisible()
  server.search = { ...nothingFound, filesSearched: 0, passagesSearched: 0 }
  await screen.getByRole('button', { name: 'Search' }).click()
  await expect.element(screen.getByText('Nothing to search yet')).toBeVisible()
  server.search = { ...someFound, usesVectors: true }
  await screen.getByRole('button', { name: 'Search' }).click()
  await expect.element(screen.getByText(/Keyword and semantic search\./)).toBeVisible()
  expect(server.searchedFor).toEqual(['Zymurgy', 'Zymurgy', 'Zymurgy'])
})

test('a failed search shows an error and can be retried', async () => {
  const server = startCheckServer()
  server.isDown = true
  const screen = await show()
  await screen.getByRole('searchbox', { name: 'Question or keywords' }).fill('Tea')
  await screen.getByRole('button', { name: 'Search' }).click()
  await expect.element(screen.getByText('The search failed')).toBeVisible()
  server.isDown = false
  server.search = someFound
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('button', { name: /notes\.txt/ })).toBeVisible()
})
