import { mintId, type PromptHit } from '@atrium/contract'
import { AtriumProvider } from '@atrium/ui'
import '@atrium/ui/styles.css'
import { IconCpu } from '@tabler/icons-react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import type { MentioningText } from '../../entities/turns/mention-text.ts'
import type { ComposerAction } from '../../entities/turns/suggestion.ts'
import { allPhrases, startPhrases } from '../../lib/i18n.ts'
import { QueriesProvider } from '../../lib/queries-provider.tsx'
import { queryClient } from '../../lib/query-client.ts'
import { data, refusal, tokenReply } from '../../lib/scripted-server.fixture.ts'
import { QuestionField } from './question-field.tsx'

const hit = (title: string, more: Partial<PromptHit> = {}): PromptHit => ({
  promptId: `atrium_${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`,
  title,
  description: '',
  source: 'mine',
  room: null,
  starred: false,
  hasVariables: false,
  ...more,
})
const letter = hit('Warranty letter')
/** A title as an attacker would write it (X01). */
const hostile = hit('<img src=x onerror="document.title=1">', { promptId: 'atrium_hostile' })

const server = {
  hits: [letter, hostile],
  isDown: false,
  searches: [] as (string | null)[],
  /** A search that isn't answered before `answer`. */
  held: null as string | null,
  answer: () => {},
}
const taken: { title: string; at: number }[] = []

beforeAll(async () => {
  document.documentElement.lang = 'en'
  await startPhrases()
  await allPhrases()
})
beforeEach(() => {
  Object.assign(server, { hits: [letter, hostile], isDown: false, searches: [], held: null })
  taken.length = 0
  queryClient.clear()
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, location.href)
    if (pathname.endsWith('/refresh')) return tokenReply('token')
    if (!pathname.endsWith('/prompts/found')) return data([])
    if (server.isDown) return refusal('INTERNAL', 500)
    server.searches.push(searchParams.get('search'))
    if (searchParams.get('search') === server.held)
      return new Promise((resolve) => (server.answer = () => resolve(data(server.hits))))
    return data(server.hits)
  })
})
afterEach(() => vi.unstubAllGlobals())

function Field({ actions = [] }: { actions?: ComposerAction[] }) {
  const [question, setQuestion] = useState<MentioningText>({ text: '', mentions: [] })
  return (
    <QuestionField
      label="Your question"
      question={question}
      onChange={setQuestion}
      place={{ accountId: mintId('account'), roomId: null }}
      actions={actions}
      onTemplate={({ title }, at) => taken.push({ title, at })}
      onKeyDown={() => {}}
    />
  )
}

const show = (field = <Field />) =>
  render(
    <AtriumProvider direction="ltr" language="en" env="test">
      <QueriesProvider>{field}</QueriesProvider>
    </AtriumProvider>,
  )
const field = page.getByRole('textbox', { name: 'Your question' })
const listbox = page.getByRole('listbox', { name: 'Suggestions' })

test('CHAT-08 an @ offers templates; the arrows move, Enter takes one where it was typed, and nothing of the search stays', async () => {
  await show()
  await userEvent.type(field, 'Please @warr')
  await expect.element(listbox.getByRole('group', { name: 'Question templates' })).toBeVisible()
  const options = listbox.getByRole('option')
  await expect.poll(() => server.searches.at(-1)).toBe('warr')
  await expect.element(options.first()).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect
    .element(field)
    .toHaveAttribute('aria-activedescendant', options.nth(1).element().getAttribute('id') ?? '')
  await userEvent.keyboard('{ArrowUp}{Enter}')
  expect(taken).toEqual([{ title: 'Warranty letter', at: 7 }])
  await expect.element(field).toHaveValue('Please ')
  expect(server.searches.at(-1)).toBe('warr')
})

test('CHAT-08 a leading / offers templates too, Tab takes one and Escape leaves the text', async () => {
  await show()
  await userEvent.type(field, '/warr')
  await expect.element(listbox).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(listbox).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('/warr')
  await userEvent.clear(field)
  await userEvent.type(field, '/let')
  await expect.element(listbox).toBeVisible()
  await userEvent.keyboard('{Tab}')
  expect(taken).toEqual([{ title: 'Warranty letter', at: 0 }])
  await expect.element(field).toHaveValue('')
})

test('CHAT-08 while a longer text is searched, only those templates of the shorter one are offered that it matches', async () => {
  server.hits = [letter, hit('Warehouse count')]
  server.held = 'ware'
  await show()
  await userEvent.type(field, '/war')
  await expect.element(listbox.getByRole('option', { name: 'Warranty letter' })).toBeVisible()
  await userEvent.type(field, 'e')
  await vi.waitFor(() => expect(server.searches.at(-1)).toBe('ware'))
  await expect.element(listbox.getByRole('option', { name: 'Warranty letter' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Tab}')
  expect(taken).toEqual([{ title: 'Warehouse count', at: 0 }])
})

test.each([
  { place: 'above', distancePx: 400 },
  { place: 'below', distancePx: 0 },
])(
  'CHAT-08 templates that are found later move nothing in a list $place the field, and Enter still takes the action',
  async ({ place, distancePx }) => {
    server.hits = []
    server.held = 'warr'
    const run = vi.fn()
    // So many that the list is full with the templates.
    const names = ['Add a warranty', ...Array.from({ length: 5 }, (_, at) => `Warranty ${at + 1}`)]
    const actions = names.map((name) => ({ key: name, name, icon: IconCpu, run: () => run(name) }))
    await show(
      <div style={{ marginBlockStart: distancePx }}>
        <Field actions={actions} />
      </div>,
    )
    await userEvent.type(field, '/warr')
    const action = listbox.getByRole('option', { name: 'Add a warranty' })
    await expect.poll(() => server.searches.at(-1)).toBe('warr')
    const before = action.element().getBoundingClientRect()
    expect(before.top < field.element().getBoundingClientRect().top ? 'above' : 'below').toBe(place)
    server.hits = [letter, hit('Warranty claim')]
    server.answer()
    await expect.element(listbox.getByRole('option', { name: 'Warranty claim' })).toBeInTheDocument()
    // Placed again with its new height.
    const { top, bottom } = field.element().getBoundingClientRect()
    const isClear = (list: DOMRect) => (place === 'above' ? list.bottom <= top : list.top >= bottom)
    await expect.poll(() => isClear(listbox.element().getBoundingClientRect())).toBe(true)
    expect(action.element().getBoundingClientRect().top).toBeCloseTo(before.top, 0)
    await expect.element(action).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{Enter}')
    expect(run.mock.calls).toEqual([['Add a warranty']])
    expect(taken).toEqual([])
  },
)

test('X01 the title of a template is text', async () => {
  await show()
  await userEvent.type(field, '@img')
  await expect.element(listbox.getByText(hostile.title)).toBeVisible()
  expect(listbox.element().querySelector('img')).toBeNull()
})

test('CHAT-08 a failed search says so', async () => {
  server.isDown = true
  await show()
  await userEvent.type(field, '@warr')
  await expect.element(page.getByText("Couldn't load the templates.")).toBeVisible()
})
