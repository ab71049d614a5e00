import { mintId, type PromptHit } from '@atrium/contract'
import { AtriumProvider } from '@atrium/ui'
import '@atrium/ui/styles.css'
import { Toasts } from '@atrium/ui/toasts/toasts.tsx'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { allPhrases, startPhrases } from '../../../../lib/i18n.ts'
import { QueriesProvider } from '../../../../lib/queries-provider.tsx'
import { queryClient } from '../../../../lib/query-client.ts'
import { data, tokenReply } from '../../../../lib/scripted-server.fixture.ts'
import { TypingSuggestions } from './typing-suggestions.tsx'

const hit = (title: string): PromptHit => ({
  promptId: `atrium_${title.toLowerCase()}`,
  title,
  description: '',
  source: 'atrium',
  room: null,
  starred: false,
  hasVariables: true,
})

/** Replies wait for the test; requests are recorded with whether they were cancelled. */
const asked = new Map<string, { signal: AbortSignal | null; reply: (hits: PromptHit[]) => void }>()

beforeAll(async () => {
  document.documentElement.lang = 'en'
  await startPhrases()
  await allPhrases()
})
beforeEach(() => {
  asked.clear()
  queryClient.clear()
  changes.length = 0
  vi.stubGlobal('fetch', (url: string, options: RequestInit = {}) => {
    if (options.method === 'PATCH') {
      changes.push(JSON.parse(options.body as string))
      return Promise.resolve(new Response(JSON.stringify({ isError: false, statusCode: 200, message: {} })))
    }
    if (!new URL(url, location.href).pathname.endsWith('/prompts/suggestions'))
      return Promise.resolve(tokenReply('token'))
    const { text } = JSON.parse(options.body as string) as { text: string }
    return new Promise((resolve) => {
      asked.set(text, { signal: options.signal ?? null, reply: (hits) => resolve(data(hits)) })
    })
  })
})
afterEach(() => vi.unstubAllGlobals())

const accountId = mintId('account')
const taken: string[] = []
const changes: unknown[] = []
const row = (text: string) => (
  <AtriumProvider direction="ltr" language="en" env="test">
    <QueriesProvider>
      <TypingSuggestions
        place={{ accountId, roomId: null }}
        text={text}
        onTake={({ title }) => taken.push(title)}
      />
      <Toasts />
    </QueriesProvider>
  </AtriumProvider>
)
const similar = page.getByRole('list', { name: 'Similar templates' })

test('LIB-05 fewer than 8 characters ask nothing; after a rest come similar templates', async () => {
  const screen = await render(row('Release'))
  await screen.rerender(row('Release notes'))
  await vi.waitFor(() => expect([...asked.keys()]).toEqual(['Release notes']))
  await expect.element(similar).not.toBeInTheDocument()
  asked.get('Release notes')?.reply([hit('Firmware')])
  await similar.getByRole('button', { name: 'Firmware' }).click()
  expect(taken).toEqual(['Firmware'])
  await expect.element(page.getByRole('status')).toHaveTextContent('1 similar template')
  await expect.element(page.getByRole('button', { name: 'Turn off suggestions' })).toBeVisible()
})

test('LIB-05 the request of an overtaken text is cancelled, and its late reply is not shown', async () => {
  const screen = await render(row('Release notes'))
  await vi.waitFor(() => expect(asked.has('Release notes')).toBe(true))
  await screen.rerender(row('Release notes of firmware'))
  await vi.waitFor(() => expect(asked.has('Release notes of firmware')).toBe(true))
  const first = asked.get('Release notes')
  await vi.waitFor(() => expect(first?.signal?.aborted).toBe(true))
  first?.reply([hit('Overtaken')])
  asked.get('Release notes of firmware')?.reply([hit('Present')])
  await expect.element(similar.getByRole('button', { name: 'Present' })).toBeVisible()
  expect(page.getByText('Overtaken').elements()).toEqual([])
})

test('LIB-05 the switch beside the suggestions turns them off, with Undo', async () => {
  await render(row('Release notes'))
  await vi.waitFor(() => expect(asked.has('Release notes')).toBe(true))
  asked.get('Release notes')?.reply([hit('Firmware')])
  await page.getByRole('button', { name: 'Turn off suggestions' }).click()
  await vi.waitFor(() => expect(changes).toEqual([{ suggestsTemplates: false }]))
  await page.getByRole('button', { name: 'Undo' }).click()
  await vi.waitFor(() => expect(changes).toEqual([{ suggestsTemplates: false }, { suggestsTemplates: true }]))
})
