import { type ChatId, mintId, type PresentPerson } from '@atrium/contract'
import { AtriumProvider } from '@atrium/ui'
import '@atrium/ui/styles.css'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { applyPresence } from '../../entities/chats/presence.ts'
import { allPhrases, startPhrases } from '../../lib/i18n.ts'
import { PresentPeople } from './present-people.tsx'
import { TypingLine } from './typing-line.tsx'

beforeAll(async () => {
  document.documentElement.lang = 'en'
  await startPhrases()
  await allPhrases()
})

let chatId: ChatId
beforeEach(() => (chatId = mintId('chat')))
afterEach(() => void vi.useRealTimers())

const person = (name: string): PresentPerson => ({ id: mintId('user'), name, pictureUrl: null })
const reader = person('Ada Reader')

const show = () =>
  render(
    <AtriumProvider direction="ltr" language="en" env="test">
      <PresentPeople chatId={chatId} readerId={reader.id} />
      <TypingLine chatId={chatId} readerId={reader.id} />
    </AtriumProvider>,
  )
const come = (...joined: PresentPerson[]) =>
  applyPresence({ type: 'presence', chatId, isAll: false, joined, left: [] })
const go = ({ id }: PresentPerson) =>
  applyPresence({ type: 'presence', chatId, isAll: false, joined: [], left: [id] })
const type = ({ id }: PresentPerson, isTyping = true) =>
  applyPresence({ type: 'typing', chatId, userId: id, isTyping })
/** Without the marks that isolate names of another direction. */
const words = (text: string | null | undefined) => (text ?? '').replace(/[⁦-⁩]/g, '')

test('CHAT-11 the header shows who else is in the chat, and all names on click, oneself first', async () => {
  const people = ['Grace', 'Kim', 'Mai', 'Lin', 'Otto'].map(person)
  const screen = await show()
  expect(screen.container.querySelector('button')).toBeNull()
  come(reader)
  expect(screen.container.querySelector('button')).toBeNull()
  come(...people)
  const button = screen.getByRole('button', { name: '6 people here' })
  await expect.element(screen.getByText('+2')).toBeVisible()
  await button.click()
  const names = () =>
    screen
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent)
  await expect
    .poll(names)
    .toEqual(['Me', 'Grace', 'Kim', 'Lin', 'Mai', 'Otto'].map((name) => expect.stringMatching(`${name}$`)))
  const [grace, ...others] = people
  for (const each of others) go(each)
  await expect.element(screen.getByRole('button', { name: '2 people here' })).toBeVisible()
  if (grace) go(grace)
  await expect.poll(() => screen.container.querySelector('button')).toBeNull()
})

test('CHAT-11 the line above the composer names who is typing, politely, until they stop or six seconds passed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const [kim, mai, lin] = [person('Kim'), person('Mai'), person('Lin')]
  come(reader, kim, mai, lin)
  const screen = await show()
  const line = () => words(screen.getByRole('status').element().textContent)
  const says = (text: string) => vi.waitFor(() => expect(line()).toBe(text))
  expect(line()).toBe('')
  // One's own other tab and strangers are not named.
  type(reader)
  type(person('Nobody'))
  type(kim)
  await says('Kim is typing')
  type(mai)
  await says('Kim and Mai are typing')
  type(lin)
  await says('Kim and 2 others are typing')
  go(mai)
  await says('Kim and Lin are typing')
  vi.advanceTimersByTime(4_000)
  type(lin)
  type(kim, false)
  await says('Lin is typing')
  vi.advanceTimersByTime(5_900)
  expect(line()).toBe('Lin is typing')
  vi.advanceTimersByTime(200)
  await says('')
})
