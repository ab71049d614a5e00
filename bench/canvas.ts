import { type CanvasId } from '@atrium/contract'
import { startModelProvider } from '@atrium/sandbox'
import { type OpenedCanvas, openOverSocket } from '@atrium/server/canvases/canvases-for-tests.ts'
import { call } from '@atrium/testkit/api-client.ts'
import type { CDPSession, Page } from 'playwright'
import { startChromium } from './chromium.ts'
import { percentile } from './statistics.ts'
import { type MeasuredAtrium, startAtrium } from './streaming/atrium.ts'
import { type Person, signUpPeople } from './streaming/people.ts'
import { memoryMegabytes } from './streaming/processes.ts'

const pageCount = 100
/** A page of a letter or A4 sheet. */
const charactersPerPage = 1_900
const keyCount = 200
const openCount = 100
/** One person may have 40 canvases open. */
const peopleCount = 3

export type CanvasMeasured = {
  /** From the address to the text, with the word 'Saved'. */
  openMs: number
  /** From the press until the editor has handled it and the text is laid out; without the wait for the screen's next frame. */
  keyP95Ms: number
  /** On the socket, in both directions, for one person who types alone. */
  bytesPerKey: number
  /** Memory of the server with its database for each of 100 open canvases of ten pages. */
  memoryPerCanvasMb: number
}

/** Opens a canvas of 100 pages in the real product, types in its middle, and then opens 100 canvases at once. */
export async function measureCanvas(say: (line: string) => void): Promise<CanvasMeasured> {
  await using started = new AsyncDisposableStack()
  const provider = await startModelProvider({ pace: { firstTokenMs: 0, perSecond: Infinity } })
  started.defer(() => provider.close())
  const atrium = await startAtrium({ providerUrl: provider.url })
  started.defer(() => atrium.end())
  const people = await signUpPeople(atrium, peopleCount)
  const [writer] = people as [Person, ...Person[]]
  say(`a canvas of ${pageCount} pages …`)
  const canvasId = await createCanvas(atrium, writer, pageCount)
  const browser = await startChromium()
  started.defer(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
  await signIn(page, atrium.url, writer)
  // The first opening loads the program.
  await open(page, atrium.url, canvasId)
  const openMs = await open(page, atrium.url, canvasId)
  const typed = await type(page)
  await browser.close()
  say(`${openCount} open canvases …`)
  return { openMs, ...typed, memoryPerCanvasMb: await memoryOfOpen(atrium, people) }
}

async function createCanvas(atrium: MeasuredAtrium, person: Person, pages: number): Promise<CanvasId> {
  const { url } = atrium
  const { token, accountId, roomId } = person
  const paragraph = 'The probe measures oxygen, and the farm reads the values every morning. '.repeat(8)
  const onePage = `## Page\n\n${paragraph}\n\n- one\n- two\n\n${paragraph}\n\n**Note:** ${paragraph}`
  const markdown = Array.from({ length: pages }, () => onePage.slice(0, charactersPerPage)).join('\n\n')
  const body = { roomId, title: 'Handbook', markdown }
  return (await call('createCanvas', { url, token, accountId }, { body })).message.canvasId
}

async function signIn(page: Page, url: string, { email, password }: Person): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Expand the sidebar' }).waitFor()
}

async function open(page: Page, url: string, canvasId: CanvasId): Promise<number> {
  const from = performance.now()
  await page.goto(`${url}/canvas/${canvasId}`)
  await page.getByRole('textbox', { name: 'Text of the canvas' }).waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor()
  return performance.now() - from
}

async function type(page: Page): Promise<Pick<CanvasMeasured, 'keyP95Ms' | 'bytesPerKey'>> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  let bytes = 0
  const count = ({ response }: { response: { payloadData: string } }) => {
    bytes += Buffer.from(response.payloadData, 'base64').length
  }
  session.on('Network.webSocketFrameSent', count)
  session.on('Network.webSocketFrameReceived', count)
  const paragraphs = page.getByRole('textbox', { name: 'Text of the canvas' }).locator('p')
  await paragraphs.nth(Math.floor((await paragraphs.count()) / 2)).click()
  await page.evaluate(measureKeys)
  await page.waitForTimeout(1_000)
  bytes = 0
  for (let key = 0; key < keyCount; key++) await page.keyboard.press('a', { delay: 20 })
  await page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor()
  const times = await page.evaluate<number[]>('window.keyTimes')
  return { keyP95Ms: percentile(times, 0.95), bytesPerKey: bytes / keyCount }
}

/**
 * The microtask runs after the editor has handled what the browser typed. A task would run after the next frame, for which the browser
 * keeps the page waiting.
 */
const measureKeys = `(() => {
  window.keyTimes = []
  let pressedAt = 0
  const text = document.querySelector('.ProseMirror')
  const measure = () => {
    text.getBoundingClientRect()
    window.keyTimes.push(performance.now() - pressedAt)
  }
  addEventListener('keydown', () => { pressedAt = performance.now() }, true)
  addEventListener('input', () => queueMicrotask(measure))
})()`

async function memoryOfOpen(atrium: MeasuredAtrium, people: readonly Person[]): Promise<number> {
  const canvases: { person: Person; canvasId: CanvasId }[] = []
  for (let index = 0; index < openCount; index++) {
    const person = people[index % people.length] as Person
    canvases.push({ person, canvasId: await createCanvas(atrium, person, 10) })
  }
  const before = memoryMegabytes(atrium.processes)
  const opened: OpenedCanvas[] = canvases.map(({ person: { token, accountId }, canvasId }) =>
    openOverSocket({ api: { url: atrium.url, token }, accountId }, canvasId),
  )
  while (!opened.every((one) => one.isReady())) await new Promise((resolve) => setTimeout(resolve, 100))
  const after = memoryMegabytes(atrium.processes)
  for (const one of opened) one.close()
  return (after - before) / openCount
}
