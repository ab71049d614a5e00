import { type ChatRelation, mintId, type QueuedQuestion } from '@atrium/contract'
import { AtriumProvider } from '@atrium/ui'
import '@atrium/ui/styles.css'
import { beforeAll, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { allPhrases, startPhrases } from '../../lib/i18n.ts'
import { SharedQueue } from './shared-queue.tsx'

beforeAll(async () => {
  document.documentElement.lang = 'en'
  await startPhrases()
  await allPhrases()
})

const readerId = mintId('user')

const queued = (changes: Partial<QueuedQuestion> = {}): QueuedQuestion => ({
  turnId: mintId('turn'),
  author: { id: mintId('user'), name: 'Grace Hopper', pictureUrl: null },
  text: 'And nougat?',
  mentions: [],
  canvasIds: [],
  attachmentCount: 0,
  files: [],
  state: 'waiting',
  reason: null,
  queuedAt: '2026-11-23T10:00:00.000Z',
  ...changes,
})

async function show(queue: QueuedQuestion[], relation: ChatRelation = 'openMember') {
  const onEdit = vi.fn()
  const chat = { chatId: mintId('chat'), queue, relation }
  const screen = await render(
    <AtriumProvider direction="ltr" language="en" env="test">
      <SharedQueue accountId={mintId('account')} chat={chat} readerId={readerId} onEdit={onEdit} />
    </AtriumProvider>,
  )
  return { screen, onEdit }
}

const own = { author: { id: readerId, name: 'Ada', pictureUrl: null } }

test('CHAT-11 the queue shows authors and words in order; members edit and remove only their own', async () => {
  const { screen } = await show([queued(), queued({ ...own, text: 'And fudge?', attachmentCount: 2 })])
  const items = screen.getByRole('listitem')
  expect(items.elements().map((item) => item.textContent)).toEqual([
    expect.stringMatching(/Grace Hopper.*And nougat\?/),
    expect.stringMatching(/Me.*2.*And fudge\?/),
  ])
  await expect.element(items.first().getByRole('button')).not.toBeInTheDocument()
  await expect.element(items.last().getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect.element(items.last().getByRole('button', { name: 'Remove' })).toBeVisible()
})

test('CHAT-11 the owner of the chat removes the questions of others, and does not edit them', async () => {
  const { screen } = await show([queued()], 'owner')
  await expect.element(screen.getByRole('button', { name: 'Remove' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Edit' })).not.toBeInTheDocument()
})

test('CHAT-11 CHAT-04 after a stopped answer it asks its author, and tells others whom it waits for', async () => {
  const others = await show([queued({ state: 'asking' })])
  await expect.element(others.screen.getByText(/Waiting for .*Grace Hopper.* to confirm/)).toBeVisible()
  await expect.element(others.screen.getByRole('button', { name: 'Send next' })).not.toBeInTheDocument()
  const mine = await show([queued({ ...own, state: 'asking' })])
  await expect.element(mine.screen.getByRole('button', { name: 'Send next' })).toBeVisible()
})

test('CHAT-11 a returned question says why', async () => {
  const { screen } = await show([queued({ ...own, state: 'returned', reason: 'CREDITS_EXHAUSTED' })])
  await expect.element(screen.getByText(/wasn't asked/)).toBeVisible()
  await expect.element(screen.getByText(/credits/i)).toBeVisible()
})
