import { existsSync } from 'node:fs'

const headlessShell = '/usr/bin/chromium-headless-shell'

/**
 * Path of the browser for tests: Chromium's headless shell, the same engine without windows, which starts in a quarter of the time;
 * without it the system's Chromium. `CHROMIUM_PATH` selects another.
 */
export const chromiumPath = () =>
  process.env['CHROMIUM_PATH'] ?? (existsSync(headlessShell) ? headlessShell : '/usr/bin/chromium')
