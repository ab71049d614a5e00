/** How long nothing may change before a page counts as drawn, and how long is waited for that at most. */
const quietMs = 400
const maxMs = 20_000

/**
 * Waits until formulas, diagrams, pictures and fonts of a page are there: until nothing has changed in it for a while and nothing
 * says that it waits. A diagram or a picture that never comes is not waited for longer than anybody would. False when the
 * signal came first.
 */
export async function whenDrawn(page: HTMLElement, signal: AbortSignal): Promise<boolean> {
  const startedAt = performance.now()
  let changedAt = startedAt
  const observer = new MutationObserver(() => (changedAt = performance.now()))
  observer.observe(page, { subtree: true, childList: true, attributes: true, characterData: true })
  try {
    // The engine of formulas is loaded by the first of them: without it here, quiet would only mean waiting.
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
