/** Time without changes after which a page counts as rendered, and the maximum wait. */
const quietMs = 400
const maxMs = 20_000

/**
 * Waits until formulas, diagrams, pictures and fonts of a page are rendered: until nothing has changed for a while and nothing is marked
 * as loading. Gives up after a timeout. False if the signal aborted first.
 */
export async function whenDrawn(page: HTMLElement, signal: AbortSignal): Promise<boolean> {
  const startedAt = performance.now()
  let changedAt = startedAt
  const observer = new MutationObserver(() => (changedAt = performance.now()))
  observer.observe(page, { subtree: true, childList: true, attributes: true, characterData: true })
  try {
    // Formulas load their engine on first use: loading it here keeps the wait for it from counting as quiet.
    await import('../../conversation/math-engine.ts').catch(() => undefined)
    await document.fonts.ready
    while (!signal.aborted) {
      const now = performance.now()
      if (now - startedAt > maxMs) return true
      if (now - changedAt >= quietMs && !isWaiting(page)) return true
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return false
  } finally {
    observer.disconnect()
  }
}

const isWaiting = (page: HTMLElement): boolean =>
  page.querySelector('[data-waiting], .mantine-Skeleton-root') !== null ||
  [...page.querySelectorAll('img')].some((image) => !image.complete)
