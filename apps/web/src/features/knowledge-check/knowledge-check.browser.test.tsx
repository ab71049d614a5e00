import { mintId } from '@atrium/contract'
import { AtriumProvider } from '@atrium/ui'
import '@atrium/ui/styles.css'
import { Toasts } from '@atrium/ui/toasts/toasts.tsx'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { allPhrases, startPhrases } from '../../lib/i18n.ts'
import { QueriesProvider } from '../../lib/queries-provider.tsx'
import { createQuestionDrafts } from '../../entities/turns/composer-draft.ts'
import {
  checkResult,
  checkRun,
  goldenQuestion,
  noInsights,
  startCheckServer,
} from './check-server.fixture.ts'
import { Insights } from './insights.tsx'
import { Questions } from './questions.tsx'
import { Runs } from './runs.tsx'

beforeAll(async () => {
  document.documentElement.lang = 'en'
  await startPhrases()
  await allPhrases()
})
afterEach(() => vi.unstubAllGlobals())

/** Renders the check of a room new to the cache. */
async function show() {
  const place = { accountId: mintId('account'), roomId: mintId('room') }
  const root = createRootRoute()
  const check = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => (
      <>
        <Runs place={place} />
        <Questions place={place} />
        <Insights place={place} />
      </>
    ),
  })
  const chat = createRoute({
    getParentRoute: () => root,
    path: '/chat/$chatId',
    component: () => <p>A chat</p>,
  })
  const router = createRouter({ routeTree: root.addChildren([check, chat]), history: createMemoryHistory() })
  const screen = await render(
    <AtriumProvider direction="ltr" language="en" env="test">
      <QueriesProvider>
        <RouterProvider router={router as never} />
        <Toasts />
      </QueriesProvider>
    </AtriumProvider>,
  )
  return { screen, place }
}

test('a room without golden questions explains their purpose; one is added with its file and page', async () => {
  const server = startCheckServer()
  const tea = { id: mintId('file'), name: 'tea.pdf', base: null }
  server.files = [tea, { id: mintId('file'), name: 'milk.pdf', base: { id: mintId('base'), name: 'Guides' } }]
  const { screen } = await show()
  await expect.element(screen.getByText('No golden questions yet')).toBeVisible()
  await expect.element(screen.getByText('Nothing asked yet')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Run now' })).toBeDisabled()

  await screen.getByRole('button', { name: 'Add a question' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Add golden question' })
  await expect.element(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Question' }).fill('How long does tea wither?')
  await dialog.getByPlaceholder('Search files').click()
  await expect.element(screen.getByText('Guides')).toBeVisible()
  await screen.getByRole('option', { name: 'tea.pdf' }).click()
  await dialog.getByRole('textbox', { name: 'Page of tea.pdf' }).fill('3')
  server.questions = [goldenQuestion('How long does tea wither?')]
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('tea.pdf, page 3')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.sent).toEqual([
    {
      what: 'POST ',
      body: { question: 'How long does tea wither?', expected: [{ fileId: tea.id, page: 3 }], baseIds: [] },
    },
  ])
  await expect.element(screen.getByRole('button', { name: 'Run now' })).toBeEnabled()
})

test('a golden question is changed and deleted; a deleted file is marked', async () => {
  const server = startCheckServer()
  const gone = { fileId: mintId('file'), fileName: 'old.pdf', page: null, isGone: true }
  const [first] = (server.questions = [goldenQuestion('Where is it?', { expected: [gone] })])
  const { screen } = await show()
  await expect.element(screen.getByText('old.pdf (deleted)')).toBeVisible()
  await screen.getByRole('button', { name: 'Edit “Where is it?”' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Edit golden question' })
  await dialog.getByRole('textbox', { name: 'Question' }).fill('Where is it now?')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Delete “Where is it?”' }).click()
  await expect.element(screen.getByRole('button', { name: 'Cancel' }).last()).toHaveFocus()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(screen.getByText('No golden questions yet')).toBeVisible()
  expect(server.sent).toEqual([
    {
      what: `PUT /${first?.id}`,
      body: { question: 'Where is it now?', expected: [{ fileId: gone.fileId, page: null }], baseIds: [] },
    },
    { what: `DELETE /${first?.id}`, body: undefined },
  ])
})

test('a run shows its figures, a chart, and text on what became better and worse', async () => {
  const server = startCheckServer()
  server.questions = [goldenQuestion('Tea?')]
  server.runs = [checkRun({ reasons: ['FILES', 'MODELS'] }), checkRun({ reasons: ['PERSON'] })]
  server.results = [
    checkResult('Tea?', { rank: 1, rankBefore: 7, change: 'better' }),
    checkResult('Milk?', { rank: null, rankBefore: 2, change: 'worse', foundFiles: [] }),
    checkResult('Mate?', { rank: 4, rankBefore: null, change: 'new' }),
  ]
  const { screen } = await show()
  await expect.element(screen.getByRole('img', { name: /1 better, 1 worse/ })).toBeVisible()
  await expect
    .element(screen.getByRole('combobox', { name: 'Run' }))
    .toHaveValue(expect.stringMatching(/: files changed, models changed$/))
  const rows = [...screen.container.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)
  expect(rows).toEqual(['1Tea?17Bettertea.pdf', '2Milk?Not found2WorseNothing', '3Mate?4Newtea.pdf'])
  expect(screen.container.querySelectorAll('[data-change=new] circle')).toHaveLength(1)
  expect(screen.container.querySelectorAll('[data-change=better] circle')).toHaveLength(2)
  await expect.element(screen.getByText('1 better, 1 worse', { exact: true })).toBeVisible()
})

test('a check starts on request, and the page shows its progress', async () => {
  const server = startCheckServer()
  server.questions = [goldenQuestion('Tea?')]
  const { screen } = await show()
  await screen.getByRole('button', { name: 'Run now' }).click()
  await expect.element(screen.getByText('1 of 2 questions run')).toBeVisible()
  await expect
    .element(screen.getByRole('progressbar', { name: '1 of 2 questions run' }))
    .toHaveAttribute('aria-valuenow', '50')
  expect(server.sent).toEqual([{ what: 'POST /run', body: undefined }])
  server.results = [checkResult('Tea?')]
  server.runs = [checkRun()]
  await expect.element(screen.getByRole('rowheader', { name: 'Tea?' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Run now' })).toBeEnabled()
})

test('loading errors are shown with a retry; an interrupted run is marked', async () => {
  const server = startCheckServer()
  server.isDown = true
  const { screen } = await show()
  await expect.element(screen.getByText("Couldn't load this").first()).toBeVisible()
  server.isDown = false
  server.runs = [checkRun({ status: 'FAILED' })]
  for (let left = 3; left > 0; left -= 1)
    await screen.getByRole('button', { name: 'Try again' }).first().click()
  await expect.element(screen.getByText('This run was interrupted. Run the questions again.')).toBeVisible()
  await expect.element(screen.getByText('No golden questions yet')).toBeVisible()
})

test('each insight has one action: ask again, open the list, process again', async () => {
  const guides = mintId('base')
  const server = startCheckServer()
  const scan = mintId('file')
  server.insights = {
    ...noInsights,
    foundNothing: [{ question: 'What is mate?', askedAt: '2026-03-01T12:00:00.000Z' }],
    hiddenCount: 4,
    neverCited: [
      { id: mintId('file'), name: 'old.pdf', base: null, addedAt: '2026-03-01T12:00:00.000Z' },
      {
        id: mintId('file'),
        name: 'guide.pdf',
        base: { id: guides, name: 'Guides' },
        addedAt: '2026-03-01T12:00:00.000Z',
      },
    ],
    failed: [
      {
        id: scan,
        name: 'scan.pdf',
        base: null,
        state: { status: 'INVALID_INPUT', problem: 'SCANNED', partsDone: 0, partsTotal: null },
      },
    ],
  }
  const { screen, place } = await show()
  await expect
    .element(screen.getByText('Not shown, because fewer than three people asked something similar: 4'))
    .toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Open the file list with old.pdf' }))
    .toHaveAttribute('href', '/room-and-members')
  await expect
    .element(screen.getByRole('link', { name: 'Open the file list with guide.pdf' }))
    .toHaveAttribute('href', `/knowledge-bases/${place.roomId}?base=${guides}`)
  await expect.element(screen.getByText(/Its pages are images/)).toBeVisible()
  await screen.getByRole('button', { name: 'Retry scan.pdf' }).click()
  await expect.poll(() => server.sent.map(({ what }) => what)).toEqual([`POST /api/files/${scan}/retry`])
  await screen.getByRole('button', { name: 'Ask again: “What is mate?”' }).click()
  await expect.element(screen.getByText('A chat')).toBeVisible()
  expect(createQuestionDrafts().read(`new.${place.accountId}`).text).toBe('What is mate?')
})
