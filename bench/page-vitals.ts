import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright'
import type { Person } from './streaming/people.ts'

/** A page as its first visit of the day: an empty cache, a signed-in person. Times in milliseconds; CLS has no unit. */
export type PageVitals = {
  page: string
  lcpMs: number
  cls: number
  /** Of one key and one click; 0 when both took less than the browser measures. */
  inpMs: number
  /** Transferred, compressed: scripts, and everything. */
  scriptKb: number
  totalKb: number
}

/** The ten most used pages. */
const pagesOf = ({ accountId, roomId }: Person): string[] => [
  '/auth/login',
  '/chat/new',
  '/chat-history/all',
  '/question-library/all',
  '/room-and-members',
  `/account-members/${accountId}`,
  `/knowledge-bases/${roomId}`,
  '/canvas',
  `/plans-and-billing/plan-details/${accountId}`,
  '/profile',
]

const quietMs = 700

type Kept = Awaited<ReturnType<BrowserContext['storageState']>>

/** Opens each page in a browser of its own, uses it, and reads what it reported to `window.dataLayer`. */
export async function measurePageVitals(
  browser: Browser,
  {
    url,
    person,
    storageState: signedIn,
    say,
  }: {
    url: string
    person: Person
    storageState: Kept
    say: (line: string) => void
  },
): Promise<PageVitals[]> {
  const measured: PageVitals[] = []
  // A sign-in is renewed once: each page continues with what the one before it got.
  let storageState = signedIn
  for (const path of pagesOf(person)) {
    const isSignedIn = path !== '/auth/login'
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      locale: 'en-GB',
      ...(isSignedIn && { storageState }),
    })
    try {
      const vitals = await visit(context, url, path)
      if (vitals.page === '/auth/login' && isSignedIn) throw new Error(`${path} asked for a sign-in`)
      if (isSignedIn) storageState = await context.storageState()
      measured.push(vitals)
      const { page, lcpMs, cls, inpMs, scriptKb, totalKb } = vitals
      say(
        `${page.padEnd(44)} LCP ${lcpMs.toFixed(0).padStart(5)} ms · CLS ${cls.toFixed(3)} · INP ${inpMs.toFixed(0).padStart(3)} ms · scripts ${scriptKb.toFixed(0).padStart(3)} KB · all ${totalKb.toFixed(0).padStart(4)} KB`,
      )
    } finally {
      await context.close()
    }
  }
  return measured
}

async function visit(context: BrowserContext, url: string, path: string): Promise<PageVitals> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const scripts = new Set<string>()
  const bytes = { scripts: 0, all: 0 }
  let requests = 0
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    requests += 1
    bytes.all += encodedDataLength
    if (scripts.has(requestId)) bytes.scripts += encodedDataLength
  })
  await page.goto(url + path)
  await page.locator('h1').first().waitFor()
  await untilReported(page)
  for (let known = -1; known !== requests; await delay(quietMs)) known = requests
  await page.keyboard.press('Tab')
  await page.locator('h1').first().click()
  await delay(quietMs)
  const found = await page.evaluate<Record<string, number>>(readVitals)
  const { pathname } = new URL(page.url())
  return {
    page: pathname.replace(/\/[a-z]+_[\w-]+/, ''),
    lcpMs: found['LCP'] ?? 0,
    cls: found['CLS'] ?? 0,
    inpMs: found['INP'] ?? 0,
    scriptKb: bytes.scripts / 1024,
    totalKb: bytes.all / 1024,
  }
}

/** Waits until the page has reported its first vital. The page's content policy refuses Playwright's own waiting, which evaluates text in the page. */
async function untilReported(page: Page): Promise<void> {
  const deadlineMs = performance.now() + 30_000
  while (!(await page.evaluate<boolean>(hasReported))) {
    if (performance.now() > deadlineMs) throw new Error(`${page.url()} reported no web vital within 30 s`)
    await delay(50)
  }
}

const hasReported = `window.dataLayer?.some(({ name }) => name === 'TTFB') === true`

/** LCP, CLS and INP are final when the page goes to the background. */
const readVitals = `(() => {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  return Object.fromEntries(window.dataLayer.map(({ name, value }) => [name, value]))
})()`
