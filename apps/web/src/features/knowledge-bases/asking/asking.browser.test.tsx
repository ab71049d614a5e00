import { type KnowledgeBase, limits, mintId } from '@atrium/contract'
import { AtriumProvider } from '@atrium/ui'
import '@atrium/ui/styles.css'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { QuestionField } from '../../composing/question-field.tsx'
import { noQuestion } from '../../../entities/turns/pasted-text.ts'
import { allPhrases, startPhrases } from '../../../lib/i18n.ts'
import { QueriesProvider } from '../../../lib/queries-provider.tsx'
import { queryClient } from '../../../lib/query-client.ts'
import { claimLocalData, forgetUser } from '../../../lib/stored.ts'
import { moveAsked, readAsked, writeAsked } from '../../../entities/files/asked-bases.ts'
import { AskedKnowledge, KnowledgeTool } from './asking.tsx'
import { aRoom } from '../../../entities/rooms/room.fixture.ts'
import { someBase, startServer } from '../server.fixture.ts'
import { useAskedBases } from './use-asked-bases.ts'

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

const accountId = mintId('account')
const room = aRoom()

/** The composer's knowledge base parts, around a text field. */
function Composing({ isAllowed }: { isAllowed: boolean }) {
  const asked = useAskedBases('chat')
  const [question, setQuestion] = useState(noQuestion)
  return (
    <form>
      <AskedKnowledge asked={asked} isAllowed={isAllowed} />
      <QuestionField
        label="Your question"
        question={question}
        onChange={(written) => setQuestion({ ...question, ...written })}
        place={{ accountId, roomId: room.id }}
        onBase={isAllowed ? asked.add : undefined}
        onKeyDown={() => undefined}
      />
      <KnowledgeTool accountId={accountId} asked={asked} isAllowed={isAllowed} />
    </form>
  )
}

async function show(bases: KnowledgeBase[], { isAllowed = true } = {}) {
  const server = startServer({ rooms: [room] })
  server.bases = bases
  const root = createRootRoute()
  const here = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => <Composing isAllowed={isAllowed} />,
  })
  const router = createRouter({
    routeTree: root.addChildren([here]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const screen = await render(
    <AtriumProvider direction="ltr" language="en" env="test">
      <QueriesProvider>
        <RouterProvider router={router as never} />
      </QueriesProvider>
    </AtriumProvider>,
  )
  return { screen, server }
}

test('KB-06 bases are found and ticked, show above the question, are remembered and taken away', async () => {
  const [law, tea] = [someBase(room, 'Law'), someBase(room, 'Tea')]
  const { screen } = await show([law, tea])
  await screen.getByRole('button', { name: 'Knowledge', exact: true }).click()
  await screen.getByRole('searchbox', { name: 'Find a knowledge base' }).fill('te')
  await expect.element(screen.getByRole('checkbox', { name: 'Law' })).not.toBeInTheDocument()
  await screen.getByRole('checkbox', { name: 'Tea' }).click()
  await screen.getByRole('searchbox').fill('nothing')
  await expect.element(screen.getByText('No matches')).toBeVisible()
  await screen.getByRole('searchbox').fill('')
  await screen.getByRole('checkbox', { name: 'Law' }).click()
  const chips = screen.getByRole('list', { name: 'Included knowledge bases' })
  await expect.element(chips.getByText('Tea')).toBeVisible()
  expect(readAsked('chat').map(({ id }) => id)).toEqual([tea.id, law.id])
  await expect.element(screen.getByRole('button', { name: 'Knowledge: Tea and Law' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('searchbox')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Remove Tea' }).click()
  expect(readAsked('chat').map(({ name }) => name)).toEqual(['Law'])
})

test('KB-06 an @ offers knowledge bases; choosing one selects it without adding text', async () => {
  const { screen } = await show([someBase(room, 'Law'), someBase(room, 'Tea')])
  const field = screen.getByRole('combobox', { name: 'Your question' }).or(screen.getByRole('textbox'))
  await field.click()
  await userEvent.keyboard('What of @te')
  await expect.element(screen.getByRole('option', { name: /^Tea/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('button', { name: 'Remove Tea' })).toBeVisible()
  await expect.element(field).toHaveValue('What of ')
})

test('KB-06 a deleted base is dropped; a question uses at most twenty', async () => {
  const bases = Array.from({ length: limits.maxBasesAsked + 1 }, (_, index) =>
    someBase(room, `Base ${index + 10}`),
  )
  const asked = bases.slice(1).map(({ id, rag_name }) => ({ id, name: rag_name }))
  writeAsked('chat', [{ id: mintId('base'), name: 'Gone' }, ...asked.slice(1)])
  const { screen } = await show(bases)
  await expect.element(screen.getByRole('button', { name: 'Remove Base 12' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Remove Gone' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: /^Knowledge:/ }).click()
  await screen.getByRole('checkbox', { name: 'Base 10' }).click()
  await expect.element(screen.getByText('You can include up to 20 at once.')).toBeVisible()
  await expect.element(screen.getByRole('checkbox', { name: 'Base 11' })).toBeDisabled()
})

test('KB-04 without the plan, or without a base, there is no tool', async () => {
  const { screen, server } = await show([])
  await expect.poll(() => server.to('GET', '/api/custom_rags').length).toBe(1)
  await expect.element(screen.getByRole('button', { name: /^Knowledge/ })).not.toBeInTheDocument()
  await screen.unmount()
  writeAsked('chat', [{ id: mintId('base'), name: 'Tea' }])
  const { screen: without, server: unasked } = await show([someBase(room, 'Tea')], { isAllowed: false })
  await expect.element(without.getByRole('textbox', { name: 'Your question' })).toBeVisible()
  await expect.element(without.getByRole('button', { name: 'Remove Tea' })).not.toBeInTheDocument()
  expect(unasked.to('GET', '/api/custom_rags')).toEqual([])
})

test('KB-06 bases chosen for a new chat stay with it, and the next new chat starts with none', () => {
  const tea = { id: mintId('base'), name: 'Tea' }
  writeAsked('new', [tea])
  moveAsked('new', 'chat')
  expect([readAsked('new'), readAsked('chat')]).toEqual([[], [tea]])
  moveAsked('chat', 'chat')
  expect(readAsked('chat')).toEqual([tea])
})
