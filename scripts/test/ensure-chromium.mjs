import { existsSync } from 'node:fs'
import { runInTerminal } from '../start/run-in-terminal.mjs'

const chromium = '/usr/bin/chromium'

/** The tests of screens use the system's Chromium. As root on Debian it is installed; otherwise whoever runs the tests is told. */
export async function ensureChromium() {
  if (existsSync(chromium)) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium …')
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await runInTerminal('apt-get', ['update', '-qq'], { env })
    await runInTerminal('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env })
  }
  if (!existsSync(chromium))
    console.warn(`The tests of screens need ${chromium}; on Debian: apt-get install chromium`)
}
