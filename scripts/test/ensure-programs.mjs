import { existsSync } from 'node:fs'
import { runInTerminal } from '../start/run-in-terminal.mjs'

/** Programs of the system that some tests use, where Debian puts them, and its packages: the first that it has is installed. */
const programs = [
  {
    files: ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'],
    packageNames: ['chromium-headless-shell', 'chromium'],
    wish: 'The tests of screens need',
  },
  {
    files: ['/usr/sbin/nginx'],
    packageNames: ['nginx-light'],
    wish: 'The test of requests behind a proxy needs',
  },
  {
    files: ['/usr/bin/tesseract'],
    packageNames: ['tesseract-ocr'],
    wish: 'The test of scanned pages needs',
  },
  {
    files: ['/usr/bin/pdftotext'],
    packageNames: ['poppler-utils'],
    wish: 'The test of receipts needs',
  },
]

const missing = () => programs.filter(({ files }) => !files.some((file) => existsSync(file)))

/** As root on Debian, installs missing programs; otherwise prints a message. */
export async function ensurePrograms() {
  if (missing().length === 0) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await runInTerminal('apt-get', ['update', '-qq'], { env })
    for (const { packageNames } of missing())
      for (const name of packageNames) {
        console.log(`Installing ${name} …`)
        const code = await runInTerminal(
          'apt-get',
          ['install', '-y', '-qq', '--no-install-recommends', name],
          { env },
        )
        if (code === 0) break
      }
  }
  for (const { files, packageNames, wish } of missing())
    console.warn(`${wish} ${files.join(' or ')}; on Debian: apt-get install ${packageNames[0]}`)
}
