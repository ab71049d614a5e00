/**
 * What `npm run screenshots [-- --data DIR]` runs: takes the pictures of the README, and one of a phone for the manifest,
 * from the demo team. Without a folder that has the team, it seeds a temporary one. Uses the system's Chromium, or `CHROMIUM`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'

const root = path.join(import.meta.dirname, '..')
const pictures = path.join(root, 'docs/pictures')
const ofManifest = path.join(root, 'apps/web/public')
const maxBytes = 150_000
const { values } = parseArgs({ options: { data: { type: 'string' } } })
const dataDir = values.data ?? mkdtempSync(path.join(tmpdir(), 'atrium-screenshots-'))
const environment = { ...process.env, ATRIUM_DATA_DIR: dataDir, ATRIUM_PORT: '0', ATRIUM_SANDBOX: 'on' }
const owner = { email: 'amara@tidewater.example', password: 'Demo-Tidewater-2026' }

try {
  if (values.data === undefined) await run('scripts/seed.mjs')
  const server = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await takePictures(await addressOf(server))
  } finally {
    const ended = once(server, 'exit')
    server.kill('SIGINT')
    await ended
  }
} finally {
  if (values.data === undefined) rmSync(dataDir, { recursive: true, force: true })
}

/** @param {string} script */
async function run(script) {
  const child = spawn(process.execPath, [script], { cwd: root, env: environment, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${script} ended with ${code}.`)
}

/** @param {import('node:child_process').ChildProcess} server */
async function addressOf(server) {
  let printed = ''
  for await (const piece of server.stdout ?? []) {
    printed += piece
    const address = /Atrium is ready: (\S+)/.exec(printed)?.[1]
    if (address) {
      server.stdout?.resume()
      return address
    }
  }
  throw new Error(`Atrium did not start:\n${printed}`)
}

/** @param {string} address */
async function takePictures(address) {
  mkdirSync(pictures, { recursive: true })
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
      reducedMotion: 'reduce',
    })
    await page.goto(`${address}/auth/login`)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('textbox', { name: 'Your question' }).waitFor()

    await page.goto(`${address}/chat-history/all`)
    await page.getByRole('rowheader').first().waitFor()
    await save(page, 'history')

    await page.getByRole('link', { name: 'How often to calibrate OX-4' }).first().click()
    await page
      .getByRole('region', { name: /^Answer by / })
      .first()
      .waitFor()
    await save(page, 'answer-with-citations')
    await page.setViewportSize({ width: 390, height: 780 })
    await saveForManifest(page, 'screenshot-narrow')
  } finally {
    await browser.close()
  }
}

/**
 * Saves a PNG, which every browser shows before it installs.
 *
 * @param {import('playwright').Page} page
 * @param {string} name
 */
async function saveForManifest(page, name) {
  await isSettled(page)
  await page.screenshot({ path: path.join(ofManifest, `${name}.png`), animations: 'disabled' })
  console.log(`apps/web/public/${name}.png`)
}

/**
 * Playwright writes PNG and JPEG alone; the browser itself writes WebP, a third of their size.
 *
 * @param {import('playwright').Page} page
 * @param {string} name
 */
async function save(page, name) {
  await isSettled(page)
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > maxBytes)
    throw new Error(`${name}.webp has ${bytes.length} bytes, more than ${maxBytes}.`)
  writeFileSync(path.join(pictures, `${name}.webp`), bytes)
  console.log(`docs/pictures/${name}.webp: ${Math.ceil(bytes.length / 1000)} KB`)
}

/** @param {import('playwright').Page} page */
async function isSettled(page) {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(
    () => [...document.images].every((image) => image.complete) && document.getAnimations().length === 0,
  )
}
