import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { Browser } from 'playwright'
import { build, preview } from 'vite'
import { startChromium } from './chromium.ts'
import { longAnswer } from './rendering/long-answer.ts'
import { monsters } from './rendering/monsters.ts'

/**
 * How smoothly a long answer streams in, in a real Chromium with the production build: 3,000 words with code, tables
 * and mathematics at 200 chunks a second, at normal speed and with the processor at a quarter. Then texts that are made
 * to freeze a page, all at once. Prints a table; asserts nothing.
 *
 * `node bench/rendering.ts` (CHROMIUM_PATH for another browser)
 */

type Measures = {
  words: number
  seconds: number
  longestTaskMs: number
  frameP95Ms: number
  scriptSeconds: number
}

const chunksPerSecond = 200
const root = join(import.meta.dirname, 'rendering')
const outDir = await mkdtemp(join(tmpdir(), 'atrium-rendering-'))

async function stream(browser: Browser, address: string, slowdown: number): Promise<Measures> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } })
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(address)
  await page.waitForFunction('window.ready')
  const before = await scriptSeconds()
  const measured = (await page.evaluate(
    `window.streamAnswer(${JSON.stringify(longAnswer)}, ${chunksPerSecond})`,
  )) as Omit<Measures, 'scriptSeconds'>
  const after = await scriptSeconds()
  await page.close()
  return { ...measured, scriptSeconds: after - before }

  async function scriptSeconds(): Promise<number> {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0
  }
}

async function showAtOnce(browser: Browser, address: string, text: string): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } })
  await page.goto(address)
  await page.waitForFunction('window.ready')
  const longest = (await page.evaluate(`window.showAtOnce(${JSON.stringify(text)})`)) as number
  await page.close()
  return longest
}

try {
  await build({
    root,
    configFile: false,
    plugins: [react()],
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 4000 },
  })
  const server = await preview({
    root,
    configFile: false,
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  })
  const address = server.resolvedUrls?.local[0] ?? ''
  const browser = await startChromium()
  const rows: Record<string, Record<string, number | string>> = {}
  for (const [name, slowdown, goal] of [
    ['normal speed', 1, 'task ≤ 50, frame p95 ≤ 17'],
    ['a quarter', 4, 'task ≤ 200'],
  ] as const) {
    const { words, seconds, longestTaskMs, frameP95Ms, scriptSeconds } = await stream(
      browser,
      address,
      slowdown,
    )
    rows[name] = {
      words,
      seconds: round(seconds),
      'longest task ms': round(longestTaskMs),
      'frame p95 ms': round(frameP95Ms),
      'script s': round(scriptSeconds),
      goal,
    }
  }
  console.table(rows)
  const heavy: Record<string, Record<string, number | string>> = {}
  for (const [name, text] of Object.entries(monsters))
    heavy[name] = { 'longest frame ms': round(await showAtOnce(browser, address, text)), goal: '< 200' }
  console.table(heavy)
  await browser.close()
  await server.close()
} finally {
  await rm(outDir, { recursive: true, force: true })
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
