import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import {
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  expect,
  test as base,
} from '@playwright/test'
import { type Member, joinAs } from './people.ts'
import { type Product, startProduct } from './product.ts'
import { scrollClearOfHeaders } from './scroll-clear.ts'
import { type Watch, watch } from './watch.ts'

type Journey = {
  /** Watches every page of the journey's first browser; a problem fails the journey. */
  watched: Watch
  /** Another browser, as of another machine: own cookies, own storage. Watched like the first. */
  openBrowser: (
    options?: BrowserContextOptions,
  ) => Promise<{ context: BrowserContext; page: Page; watched: Watch }>
  /** A new person with their own team, signed in in this journey's browser; created through the API, for speed. */
  member: Member
  /** With `ATRIUM_PICTURES=on`, keeps a picture of the page among the test's artefacts. */
  picture: (page: Page, name: string) => Promise<void>
  /** Fails on any WCAG 2.2 AA violation of the current page. */
  expectAccessible: (page: Page) => Promise<void>
}

export const test = base.extend<Journey, { product: Product }>({
  product: [
    async ({}, use) => {
      const product = await startProduct()
      await use(product)
      await product.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  // Relative addresses are the product's; a browser that is not watched does not exist.
  baseURL: async ({ product }, use) => use(product.url),
  watched: [
    async ({ context, product }, use) => {
      const watched = await watch(context, product)
      await use(watched)
      expect.soft(watched.problems(), 'what must not happen on any journey').toEqual([])
    },
    { auto: true },
  ],
  openBrowser: async ({ browser, product, contextOptions }, use) => {
    const opened: { context: BrowserContext; watched: Watch }[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({ ...contextOptions, baseURL: product.url, ...options })
      const watched = await watch(context, product)
      opened.push({ context, watched })
      return { context, watched, page: await context.newPage() }
    })
    for (const { context } of opened) await context.close()
    expect(
      opened.flatMap(({ watched }) => watched.problems()),
      'in the other browsers',
    ).toEqual([])
  },
  member: async ({ context, product }, use) => use(await joinAs(context, product)),
  picture: async ({}, use, testInfo) => {
    let number = 0
    await use(async (page, name) => {
      if (process.env['ATRIUM_PICTURES'] !== 'on') return
      const file = `${String(++number).padStart(2, '0')}-${name}.png`
      const path = testInfo.outputPath(file)
      // The browser refuses a picture now and then while its compositor is busy.
      await expect(async () => {
        await page.screenshot({ path, animations: 'disabled' })
      }).toPass()
      testInfo.attachments.push({ name: file, path, contentType: 'image/png' })
    })
  },
  expectAccessible: async ({}, use) =>
    use(async (page) => {
      await page.evaluate(twoFrames)
      await page.waitForFunction(hasComeToRest)
      let violations = await violationsOn(page)
      if (violations.some(({ id }) => id === 'target-size')) {
        await scrollClearOfHeaders(page)
        violations = await violationsOn(page)
      }
      const received = violations.map(
        ({ id, help, nodes }) =>
          `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`).join('\n')}`,
      )
      expect(received).toEqual([])
    }),
})

const axeFile = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve(
  'axe-core/axe.min.js',
)
/** A changed color scheme or size reaches the page with its next frame; transitions begin with the one after. */
export const twoFrames = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

/** What is still fading in has the colors of a moment. */
const hasComeToRest = () =>
  document
    .getAnimations()
    .every(
      ({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
    )

/** The checker in its smaller file. */
const axeSource = readFileSync(axeFile, 'utf8')
const hasAxe = (page: Page) => page.frames().length === 1 && page.evaluate(() => 'axe' in window)

/**
 * The checker is sent once to a document, which takes longer than most checks. The legacy mode needs no second page, which is for
 * frames of other sites; passes are not collected, nor styles loaded again.
 */
const violationsOn = async (page: Page) => {
  const source = (await hasAxe(page)) ? ';' : axeSource
  const builder = new AxeBuilder({ page, axeSource: source }).setLegacyMode(true).options({
    runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
    resultTypes: ['violations'],
    preload: false,
  })
  return (await builder.analyze()).violations
}

/** A journey of a signed-in person; `member` selects who. */
export const memberTest = test.extend<{ signedInAs: string }>({
  signedInAs: [async ({ member }, use) => use(member.email), { auto: true }],
})

export { expect }
