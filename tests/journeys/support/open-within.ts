import type { Page } from '@playwright/test'

/**
 * Opens a page as the product's links do, and waits until it is shown: the program is not loaded again, which takes most of the
 * processor time of `page.goto`.
 */
export async function openWithin(page: Page, path: string): Promise<void> {
  // The library of the router puts it here.
  await page.evaluate((href) => window.__TSR_ROUTER__?.navigate({ href }), path)
  await page.waitForFunction(() => {
    const { status, location, resolvedLocation } = window.__TSR_ROUTER__?.state ?? {}
    return status === 'idle' && resolvedLocation?.href === location?.href
  })
}
