import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumPath } from './scripts/test/chromium.mjs'

/**
 * Journeys through the whole product, as people take them: `npm start`, a real Chromium, the sandbox's models and inbox.
 * `npx playwright test tests/journeys/<file>` runs one alone. What people may look at is in `test-results/`: the trace of a second
 * try and, with `ATRIUM_PICTURES=on`, pictures of every journey.
 */
export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.journey.ts',
  outputDir: 'test-results',
  reporter: 'list',
  // Each worker has a product of its own, with its own port and data folder, and a browser; one worker runs a file at a time. More
  // than cores: journeys wait for pages and answers, and for products to start.
  workers: Math.min(6, availableParallelism() + 3),
  globalSetup: './tests/journeys/support/build-once.ts',
  fullyParallel: false,
  forbidOnly: true,
  // The reporter names each one that passed only at its second try as flaky: a fault of the test or of the product, to be found.
  retries: 1,
  // A machine ten times slower than usual changes no result.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: chromiumPath(),
      // Chromium refuses its sandbox to root.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // A page lives too shortly to repay V8's optimizing compilers, which take a seventh of the browser's processor time.
        '--js-flags=--no-maglev --no-turbofan',
      ],
    },
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    colorScheme: 'light',
    // Without a graphics card, the frames of transitions and skeletons cost more than what they lead to.
    contextOptions: { reducedMotion: 'reduce' },
    // Requests through a service worker can't be held back or failed by a test; `installed.journey` has its own setting.
    serviceWorkers: 'block',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    // Recording every step of every journey takes a third of their time; the second try of one that failed is recorded.
    trace: 'on-first-retry',
  },
})
