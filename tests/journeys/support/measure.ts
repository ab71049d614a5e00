import { type Page, expect } from '@playwright/test'

/** No element is wider than the screen, nor than the page's own area. */
export async function expectNothingBeside(page: Page): Promise<void> {
  const overflow = await page.evaluate(() =>
    [document.documentElement, document.querySelector('main')].map((element) =>
      element ? element.scrollWidth - element.clientWidth : 0,
    ),
  )
  expect(overflow, `${page.url()} is as wide as the screen`).toEqual([0, 0])
}

/**
 * The document does not exceed the window: never within the product's frame, and on a page without it (sign-in, terms) only as far down as
 * its content.
 */
export async function expectWithinWindow(page: Page): Promise<void> {
  await expectNothingBeside(page)
  const beyond = await page.evaluate(() => {
    const { scrollHeight, clientHeight } = document.documentElement
    const isFramed = document.querySelector('#content') !== null
    const shown = Math.max(
      clientHeight,
      ...[...document.querySelectorAll('#root > *')].map((part) => part.getBoundingClientRect().bottom),
    )
    return Math.max(0, Math.floor(scrollHeight - (isFramed ? clientHeight : shown)))
  })
  expect(beyond, `pixels by which the document of ${page.url()} exceeds the window`).toBe(0)
}
