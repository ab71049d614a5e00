import { type Page, expect } from '@playwright/test'

/** Nothing is wider than the screen, nor than the page's own part of it. */
export async function expectNothingBeside(page: Page): Promise<void> {
  const overflow = await page.evaluate(() =>
    [document.documentElement, document.querySelector('main')].map((element) =>
      element ? element.scrollWidth - element.clientWidth : 0,
    ),
  )
  expect(overflow, `${page.url()} is as wide as the screen`).toEqual([0, 0])
}
