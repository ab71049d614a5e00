import { gzipSync } from 'node:zlib'
import path from 'node:path'
import { startModelProvider } from '@atrium/sandbox'
import type { Browser, BrowserContext, Page } from 'playwright'
import { startChromium } from './chromium.ts'
import { measurePageVitals, type PageVitals } from './page-vitals.ts'
import { startAtrium } from './streaming/atrium.ts'
import { type Person, signUpPeople } from './streaming/people.ts'

/** The load of a page: gzipped JavaScript in kilobytes, largest contentful paint in milliseconds. */
export type PagesMeasured = {
  signInKb: number
  chatKb: number
  /** The chat page with what its first answer needs: colors of code and mathematics. */
  firstUseKb: number
  signInPaintMs: number
  chatPaintMs: number
  slowSignInPaintMs: number
  slowChatPaintMs: number
  /** The ten most used pages. */
  vitals: PageVitals[]
}

/** Needs everything that an answer may need but diagrams, which almost no answer has. */
const answerText = [
  'Here is **some code**:\n\n```ts\nconst half = (whole: number): number => whole / 2\n```\n\n',
  '| part | share |\n| --- | --: |\n| first | 1/2 |\n\n$$\n\\sum_{n=1}^{\\infty} \\frac{1}{2^n} = 1\n$$\n\nThe last word.',
]

/** 1.6 Mbit/s, 150 ms of latency, and a processor at a quarter. */
const slowNetwork = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const slowProcessor = { rate: 4 }

/** Opens the built web app as a visitor and as a signed-in user, in a real Chromium with an empty cache. */
export async function measurePages(say: (line: string) => void): Promise<PagesMeasured> {
  await using started = new AsyncDisposableStack()
  const provider = await startModelProvider({ pace: { firstTokenMs: 0, perSecond: 100 } })
  started.defer(() => provider.close())
  provider.script(
    '*',
    answerText.map((text) => ({ text })),
  )
  const modelsFile = path.join(import.meta.dirname, '../models.yaml')
  const atrium = await startAtrium({ providerUrl: provider.url, modelsFile })
  started.defer(() => atrium.end())
  const [person] = await signUpPeople(atrium, 1)
  const browser = await startChromium()
  started.defer(() => browser.close())

  say('opening pages in Chromium …')
  const signIn = await open(browser, `${atrium.url}/auth/login`, { ready: showSignIn })
  const chat = await open(browser, atrium.url, { ready: showComposer, person })
  const firstUse = await open(browser, atrium.url, { ready: askAndRead, person })
  const slowSignIn = await open(browser, `${atrium.url}/auth/login`, { ready: showSignIn, isSlow: true })
  const slowChat = await open(browser, atrium.url, { ready: showComposer, person, isSlow: true })
  const storageState = person && (await keepSignIn(browser, atrium.url, person))
  const vitals =
    person && storageState
      ? await measurePageVitals(browser, { url: atrium.url, person, storageState, say })
      : []
  return {
    vitals,
    signInKb: signIn.scriptKb,
    // On a fast line, what is loaded while the page is idle has begun by then.
    chatKb: slowChat.scriptKb,
    firstUseKb: firstUse.scriptKb,
    signInPaintMs: signIn.paintMs,
    chatPaintMs: chat.paintMs,
    slowSignInPaintMs: slowSignIn.paintMs,
    slowChatPaintMs: slowChat.paintMs,
  }
}

const timeoutMs = 90_000

type Kept = Awaited<ReturnType<BrowserContext['storageState']>>
type Opening = { ready: (page: Page) => Promise<void>; person?: Person | undefined; isSlow?: boolean }

async function open(browser: Browser, url: string, { ready, person, isSlow = false }: Opening) {
  const storageState = person && (await keepSignIn(browser, url, person))
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    ...(storageState && { storageState }),
  })
  context.setDefaultTimeout(timeoutMs)
  try {
    const scripts = new Set<string>()
    context.on('response', (response) => {
      // The service worker keeps its own files for times without a connection.
      if (response.url().endsWith('.js') && response.request().serviceWorker() === null)
        scripts.add(response.url())
    })
    const page = await context.newPage()
    if (isSlow) {
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', slowNetwork)
      await session.send('Emulation.setCPUThrottlingRate', slowProcessor)
    }
    await page.goto(url)
    await ready(page)
    // Later ones are preloaded while the page is idle.
    const needed = [...scripts]
    const paintMs = (await page.evaluate(largestPaint)) as number
    // Loaded once more, since the browser does not keep the text of a preloaded script.
    let bytes = 0
    for (const script of needed) {
      const reply = await context.request.get(script)
      bytes += gzipSync(await reply.body(), { level: 9 }).length
    }
    return { scriptKb: bytes / 1024, paintMs }
  } finally {
    await context.close()
  }
}

/** Signs in through the form and returns the browser's storage state, without its cache. */
async function keepSignIn(browser: Browser, url: string, { email, password }: Person): Promise<Kept> {
  const context = await browser.newContext()
  context.setDefaultTimeout(timeoutMs)
  const page = await context.newPage()
  await page.goto(url)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await composer(page).waitFor()
  // Later visits count as returning ones only after the first greeting by name.
  await page.getByRole('heading', { name: 'Hello, ' }).waitFor()
  const kept = await context.storageState()
  await context.close()
  return kept
}

const showSignIn = (page: Page) => page.getByLabel('Password', { exact: true }).waitFor()
const composer = (page: Page) => page.getByRole('textbox', { name: 'Your question' })
const showComposer = (page: Page) => composer(page).waitFor()

async function askAndRead(page: Page): Promise<void> {
  await composer(page).fill('What is half of a half?')
  await composer(page).press('Enter')
  // Listeners get the whole answer in one event.
  await page.getByText('The last word.', { exact: true }).waitFor()
  await page.locator('.katex').first().waitFor()
  await page.locator('[data-token]').first().waitFor()
}

const largestPaint = `new Promise((resolve) =>
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true }))`
