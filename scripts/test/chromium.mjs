/** Path of the Chromium for tests; `CHROMIUM_PATH` selects another than the system's, for example its headless shell. */
export const chromiumPath = () => process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
