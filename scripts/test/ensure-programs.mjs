import { existsSync } from 'node:fs'
import { runInTerminal } from '../start/run-in-terminal.mjs'

/** Programs of the system that some tests use, where Debian puts them, and its packages. */
const programs = [
  { file: '/usr/bin/chromium', packageName: 'chromium', wish: 'The tests of screens need' },
  { file: '/usr/sbin/nginx', packageName: 'nginx-light', wish: 'The test of requests behind a proxy needs' },
  { file: '/usr/bin/tesseract', packageName: 'tesseract-ocr', wish: 'The test of scanned pages needs' },
]

const missing = () => programs.filter(({ file }) => !existsSync(file))

/** As root on Debian, installs missing programs; otherwise prints a message. */
export async function ensurePrograms() {
  if (missing().length === 0) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const names = missing().map(({ packageName }) => packageName)
    console.log(`Installing ${names.join(' and ')} …`)
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await runInTerminal('apt-get', ['update', '-qq'], { env })
    for (const name of names)
      await runInTerminal('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env })
  }
  for (const { file, packageName, wish } of missing())
    console.warn(`${wish} ${file}; on Debian: apt-get install ${packageName}`)
}
