import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { nestedFormulas, pathologicalTexts, repeatedDelimiters } from './testing/pathological-texts.ts'
import { show, World } from './testing/show.tsx'

const maxTaskMs = 200

/** Returns the longest task, in milliseconds, of the work and of the frames until the page is idle. */
async function longestTask(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  const take = (entries: PerformanceEntry[]) => {
    for (const { duration } of entries) longest = Math.max(longest, duration)
  }
  const observer = new PerformanceObserver((list) => take(list.getEntries()))
  observer.observe({ type: 'longtask' })
  await work()
  for (let frame = 0; frame < 6; frame++) await new Promise((next) => requestAnimationFrame(next))
  take(observer.takeRecords())
  observer.disconnect()
  return longest
}

async function drawingOf(text: string, streaming: boolean): Promise<number> {
  const { screen, update } = await show('x')
  const longest = await longestTask(() => update(text, streaming))
  await screen.unmount()
  return longest
}

/**
 * Compares with ordinary text of this length on this machine at this moment, since it may be busy. A text that needs more than linear
 * time takes a hundred times as long; links and marks some times.
 */
async function expectShort(what: string, draw: () => Promise<number>, length: number): Promise<void> {
  const tries: number[] = []
  for (let count = 0; count < 3 && !(Math.min(...tries) < maxTaskMs); count++) tries.push(await draw())
  const best = Math.min(...tries)
  const allowed =
    best < maxTaskMs
      ? maxTaskMs
      : Math.max(maxTaskMs, 8 * (await drawingOf('Some words.\n\n'.repeat(length / 13), false)))
  expect(best, `${what}: longest task in ms`).toBeLessThan(allowed)
}

test.each(pathologicalTexts)('CHAT-06 L11 %s are drawn in short tasks', async (what, textOf) => {
  const text = textOf(4000)
  for (const streaming of [false, true])
    await expectShort(what, () => drawingOf(text, streaming), text.length)
})

test.each(repeatedDelimiters(10_000))(
  'CHAT-06 L11 %s, repeated, is drawn in short tasks',
  async (what, text) => {
    for (const streaming of [false, true])
      await expectShort(what, () => drawingOf(text, streaming), text.length)
  },
)

test.each(nestedFormulas)(
  'CHAT-06 L11 %s within each other in a formula are drawn in short tasks',
  async (what, formula) => {
    const { screen, element } = await show('$x$')
    await expect.poll(() => element().querySelector('.katex')).not.toBeNull()
    await screen.unmount()
    await expectShort(what, () => drawingOf(`$$\n${formula}\n$$`, false), formula.length)
  },
)

test.each(['［', '）', '。', '['])('CHAT-01 L11 %s, repeated, is written in short tasks', async (mark) => {
  const draw = async () => {
    const field = (value: string) => (
      <World>
        <textarea style={{ fieldSizing: 'content', inlineSize: '30rem' } as never} value={value} readOnly />
      </World>
    )
    const screen = await render(field('x'))
    const longest = await longestTask(() => screen.rerender(field(mark.repeat(10_000))))
    await screen.unmount()
    return longest
  }
  await expectShort(mark, draw, 10_000)
})
