import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumPath } from '../../scripts/test/chromium.mjs'
import { pdfData } from './build/pdf-data.ts'
import { foreignRequests, watchRequests } from './src/features/conversation/testing/request-watch.ts'

const root = import.meta.dirname

/** Timeouts only end hanging tests: they are many times the duration on a slow machine. */
const timeouts = {
  testTimeout: 120_000,
  // Some tests build the whole site first.
  hookTimeout: 600_000,
  expect: { poll: { timeout: 30_000 } },
  setupFiles: [fileURLToPath(new URL('../../packages/testkit/src/test-timeouts.ts', import.meta.url))],
}

/**
 * Tests of the web app: logic in Node (`*.test.ts`), components in a real Chromium (`*.browser.test.tsx`). `ATRIUM_FIXTURES` is the folder
 * of the shared conformance files, if any.
 */
export default defineConfig({
  test: {
    // Not more than cores: some tests measure how long the page is busy.
    maxWorkers: availableParallelism(),
    projects: [
      {
        root,
        test: {
          name: 'web',
          include: ['src/**/*.test.ts', 'build/**/*.test.ts'],
          environment: 'node',
          isolate: false,
          ...timeouts,
        },
      },
      {
        root,
        plugins: [react(), pdfData()],
        publicDir: fileURLToPath(new URL('../../../shared/fixtures/conformance', import.meta.url)),
        // Lists all dependencies for prebundling: one discovered during the tests would reload every page.
        optimizeDeps: {
          noDiscovery: true,
          include: [
            'react',
            'react/jsx-runtime',
            'react/jsx-dev-runtime',
            'react-dom',
            'react-dom/client',
            '@mantine/core',
            '@mantine/hooks',
            '@mantine/notifications',
            '@tabler/icons-react',
            '@tanstack/react-query',
            '@tanstack/react-router',
            '@tanstack/react-virtual',
            '@simplewebauthn/browser',
            'eventsource-parser',
            'papaparse',
            'uqr',
            'use-stick-to-bottom',
            'zod',
            'zod/mini',
            'vitest-browser-react',
            'mdast-util-from-markdown',
            'mdast-util-to-hast',
            'mdast-util-gfm',
            'mdast-util-math',
            'micromark-extension-gfm',
            'micromark-extension-math',
            'remend',
            'katex',
            'mermaid',
            'highlight.js/lib/core',
          ],
        },
        test: {
          name: 'web-browser',
          include: ['src/**/*.browser.test.tsx'],
          ...timeouts,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: chromiumPath(),
                args: [
                  '--no-sandbox',
                  '--disable-gpu',
                  '--disable-quic',
                  '--no-first-run',
                  '--disable-background-networking',
                  '--disable-component-update',
                  '--disable-sync',
                ],
              },
            }),
            commands: { watchRequests, foreignRequests },
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
