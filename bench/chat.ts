import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startModelProvider } from '@atrium/sandbox'
import { type ChatId, mintId, type TurnId } from '@atrium/contract'
import { connect, type DatabaseAddress } from '@atrium/server/platform/database/index.ts'
import { createLog } from '@atrium/server/platform/log.ts'
import { call } from '@atrium/testkit/api-client.ts'
import type { Page } from 'playwright'
import { startChromium } from './chromium.ts'
import { longAnswer } from './rendering/long-answer.ts'
import { median, percentile } from './statistics.ts'
import { startAtrium } from './streaming/atrium.ts'
import { type Person, signUpPeople } from './streaming/people.ts'

const turnCount = 1000
const rounds = 5
const keys = 120
const chunksPerSecond = 200
/** As many as a word or a little more, as models send them. */
const chunkCharacters = 6

/** A chat of 2,000 messages, half of them questions, in a real Chromium; times in milliseconds. */
export type ChatMeasured = {
  /** The reply that opens it, over HTTP, p95 of 20, and its size before compression. */
  replyP95Ms: number
  replyKb: number
  /** From the press on its name in the sidebar to its last answer on screen; the median of some. */
  openMs: number
  /** The longest task during it and in the following second. */
  openLongestTaskMs: number
  /** While it is scrolled up by 120 pixels a frame, through 300 frames. */
  scrollFrameP95Ms: number
  /** Frames in which the middle of the window showed no message. */
  blankFrames: number
  /**
   * From a key press to the end of its effects on the page: waiting for the task before it, drawing the text and every effect of that. An
   * answer streams at 200 chunks a second meanwhile.
   */
  keyP95Ms: number
  /** From the press to the frame that shows it, rounded to 8 ms: at 60 frames a second a page that does nothing reaches 16. */
  keyShownP95Ms: number
  typingLongestTaskMs: number
}

/** Inserts a long chat into the real server's database, then opens, scrolls and continues it like a person. */
export async function measureChat(say: (line: string) => void): Promise<ChatMeasured> {
  await using started = new AsyncDisposableStack()
  const provider = await startModelProvider()
  started.defer(() => provider.close())
  // The chat exceeds every model's context window, so its beginning is summarized before it continues.
  provider.script('*', ({ conversation }) =>
    conversation.instructions.startsWith('Summarise the conversation')
      ? [{ text: 'Tea and coffee were compared.' }, { finish: 'stop' }]
      : pacedChunksOf(longAnswer.repeat(3)),
  )
  const modelsFile = path.join(import.meta.dirname, '../models.yaml')
  const atrium = await startAtrium({ providerUrl: provider.url, modelsFile })
  started.defer(() => atrium.end())
  const [owner] = (await signUpPeople(atrium, 1)) as [Person]
  say(`a chat of ${turnCount * 2} messages …`)
  const chatId = await fill(atrium.databaseAddress, owner)
  const reply = await measureReply(atrium.url, owner, chatId)

  const browser = await startChromium()
  started.defer(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
  await signIn(page, atrium.url, owner)
  const opened: Opened[] = []
  for (let round = 0; round < rounds; round++) {
    await page.goto(atrium.url)
    await page.getByRole('link', { name: 'A long chat' }).waitFor()
    // By now the page has loaded what it loads when idle.
    await page.waitForTimeout(1500)
    opened.push(await page.evaluate<Opened>(openIt))
  }
  const scrolled = await page.evaluate<Scrolled>(scrollUp)
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  const typed = await typeWhileStreaming(page)
  return {
    ...reply,
    openMs: median(opened.map(({ ms }) => ms)),
    openLongestTaskMs: median(opened.map(({ longestTaskMs }) => longestTaskMs)),
    scrollFrameP95Ms: percentile(scrolled.frames, 0.95),
    blankFrames: scrolled.blank,
    keyP95Ms: percentile(typed.doneMs, 0.95),
    keyShownP95Ms: percentile(typed.shownMs, 0.95),
    typingLongestTaskMs: typed.longestTaskMs,
  }
}

/** Each chunk when it is due, counted from the first: a script is not paced by the provider. */
async function* pacedChunksOf(text: string) {
  const from = performance.now()
  for (let index = 0; index * chunkCharacters < text.length; index++) {
    const dueInMs = from + (index * 1000) / chunksPerSecond - performance.now()
    if (dueInMs >= 4) yield { wait: pause(dueInMs) }
    yield { text: text.slice(index * chunkCharacters, (index + 1) * chunkCharacters) }
  }
  yield { finish: 'stop' as const }
}

async function measureReply(url: string, { token, accountId }: Person, chatId: ChatId) {
  const settings = { url, token, accountId }
  const took: number[] = []
  let size = 0
  for (let count = 0; count <= 20; count++) {
    const from = performance.now()
    const { message } = await call('openChat', settings, { params: { chatId }, query: {} })
    took.push(performance.now() - from)
    size = JSON.stringify(message).length
  }
  return { replyP95Ms: percentile(took.slice(1), 0.95), replyKb: size / 1024 }
}

/** One branch of turns, each answered with a paragraph, a list, a table and some code. */
async function fill(address: DatabaseAddress, { accountId, roomId }: Person): Promise<ChatId> {
  const database = connect(address, {
    log: createLog({ level: 'silent' }),
    maxConnections: 1,
    statementTimeoutMs: 0,
  })
  const chatId = mintId('chat')
  const run = (text: string, ...values: unknown[]) => database.pool.query(text, values)
  const idOf = (kind: string, number = 'n') =>
    `'${kind}_01890000-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0')`
  try {
    const found = await run(
      `select user_id from membership where account_id = $1 and role = 'owner'`,
      accountId,
    )
    const userId: unknown = found.rows[0]?.user_id
    await run(
      `insert into chat (account_id, id, room_id, owner_id, title, title_source, question_count, current_turn_id)
      values ($1, $2, $3, $4, 'A long chat', 'person', $5, $6)`,
      accountId,
      chatId,
      roomId,
      userId,
      turnCount,
      lastTurnId,
    )
    await run(
      `insert into message (account_id, chat_id, id, author_id, text)
      select $1, $2, ${idOf('message')}, $3, 'Question ' || n || ': what else is there to know about tea, and how does it compare with coffee?'
      from generate_series(1, $4::int) as n`,
      accountId,
      chatId,
      userId,
      turnCount,
    )
    await run(
      `insert into turn (account_id, id, chat_id, parent_turn_id, position, question_message_id, asked_by, requested_model_id, style,
        request_hash, state, model_id, model_name, parts, credits_charged_milli, ended_at)
      select $1, ${idOf('turn')}, $2, case when n > 1 then ${idOf('turn', 'n - 1')} end, n, ${idOf('message')}, $3, 'sandbox-writer',
        'quick', '', 'answered', 'sandbox-writer', 'Sandbox Writer',
        jsonb_build_array(jsonb_build_object('type', 'text', 'id', 'text-1', 'text', replace($5, '{n}', n::text))), 10, now()
      from generate_series(1, $4::int) as n`,
      accountId,
      chatId,
      userId,
      turnCount,
      answerText,
    )
    await run('vacuum analyze chat, message, turn')
  } finally {
    await database.close()
  }
  return chatId
}

const lastTurnId: TurnId = `turn_01890000-0000-7000-8000-${turnCount.toString(16).padStart(12, '0')}`
const answerText = `Answer {n}. ${'Tea is made of leaves and coffee of beans, and both of them of water above all. '.repeat(8)}

- the *leaves* are dried
- the **beans** are roasted

| drink | since |
| --- | --: |
| tea | 2737 |
| coffee | 850 |

\`\`\`ts
const half = (whole: number): number => whole / 2
\`\`\`
`

async function signIn(page: Page, url: string, { email, password }: Person): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Expand the sidebar' }).click()
  await page.getByRole('link', { name: 'A long chat' }).waitFor()
}

type Opened = { ms: number; longestTaskMs: number }
type Scrolled = { frames: number[]; blank: number }

const longestTask = `let longestTaskMs = 0
  const tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration)
  })
  tasks.observe({ type: 'longtask' })`

/** Presses the chat's name and waits for the frame in which its last answer is in the window. */
const openIt = `new Promise((resolve) => {
  ${longestTask}
  const link = [...document.querySelectorAll('a')].find((one) => one.textContent.includes('A long chat'))
  const from = performance.now()
  link.click()
  const look = () => {
    const last = [...document.querySelectorAll('[role=log] article:not([data-outlined])')].at(-1)
    const box = last?.getBoundingClientRect()
    const isShown = last?.textContent.includes('Answer ${turnCount}.') && box.bottom > 0 && box.bottom < innerHeight + 50
    if (!isShown) return void requestAnimationFrame(look)
    const ms = performance.now() - from
    setTimeout(() => resolve({ ms, longestTaskMs }), 1000)
  }
  look()
})`

const scrollUp = `new Promise((resolve) => {
  const log = document.querySelector('[role=log]')
  let box = log
  while (box && box.scrollHeight <= box.clientHeight + 1000) box = box.parentElement
  const middle = () => {
    const { left, width, top, height } = box.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height / 2)
  }
  // Scrolls as with a mouse wheel: without it, a growing chat would scroll back to its end.
  box.dispatchEvent(new WheelEvent('wheel', { deltaY: -120, bubbles: true }))
  const frames = []
  let blank = 0
  let before = performance.now()
  const step = (now) => {
    frames.push(now - before)
    before = now
    const article = middle()?.closest('[data-index]')?.querySelector('article')
    if (!article || article.matches('[data-outlined]')) blank += 1
    box.scrollTop -= 120
    if (frames.length < 300) requestAnimationFrame(step)
    else resolve({ frames: frames.slice(1), blank })
  }
  requestAnimationFrame(step)
})`

type Typed = { doneMs: number[]; shownMs: number[]; longestTaskMs: number }

/** Requests a long answer and types below it while it streams. Throws if it ended before the last key. */
async function typeWhileStreaming(page: Page): Promise<Typed> {
  const composer = page.getByRole('textbox', { name: 'Your question' })
  await composer.fill('Tell me everything.')
  await composer.press('Enter')
  await page.locator('[role=log] [aria-busy=true] h2').first().waitFor()
  await page.evaluate(watchKeys)
  await composer.pressSequentially(
    'all of this is typed while an answer is streaming above it, '.repeat(3).slice(0, keys),
    { delay: 30 },
  )
  const typed = await page.evaluate<Typed & { isStreaming: boolean }>('window.measuredKeys()')
  if (!typed.isStreaming) throw new Error('The answer was whole before everything was typed.')
  return typed
}

/** A key without an Event Timing entry was shown within 12 ms: it counts as 8. */
const watchKeys = `(() => {
  ${longestTask}
  const doneMs = []
  const shown = new Map()
  new PerformanceObserver((list) => {
    for (const { name, startTime, duration } of list.getEntries()) if (name === 'keydown') shown.set(startTime, duration)
  }).observe({ type: 'event', durationThreshold: 16 })
  let pressedAt = 0
  addEventListener('keydown', ({ timeStamp }) => { pressedAt = timeStamp }, true)
  // Behind the page's own listeners, and behind the work that they deferred to the end of the task.
  addEventListener('input', () => queueMicrotask(() => doneMs.push(performance.now() - pressedAt)))
  window.measuredKeys = () => new Promise((resolve) => {
    const isStreaming = document.querySelector('[role=log] [aria-busy=true]') !== null
    setTimeout(() => {
      const shownMs = [...shown.values(), ...Array(Math.max(0, doneMs.length - shown.size)).fill(8)]
      resolve({ doneMs, shownMs, longestTaskMs, isStreaming })
    }, 200)
  })
})()`
