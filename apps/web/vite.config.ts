import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { contractForBrowsers } from './build/contract-for-browsers.ts'
import { withoutElk } from './build/without-elk.ts'

/** Where `npm run dev` finds the server; the built app is served by the server itself. */
const server = process.env.ATRIUM_SERVER_URL ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    contractForBrowsers(),
    withoutElk(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // A route's loader and screen are one file, fetched together; the first page carries neither of any other route.
      codeSplittingOptions: {
        defaultBehavior: [
          ['component', 'loader'],
          ['pendingComponent'],
          ['errorComponent'],
          ['notFoundComponent'],
        ],
      },
      quoteStyle: 'single',
      semicolons: false,
      disableLogging: true,
    }),
    react(),
    // index.html is not compressed ahead: the server writes each reply's nonce into it.
    compression({
      algorithms: ['gzip', 'brotliCompress'],
      include: /\.(js|css|svg|json|txt|ttf)$/,
      threshold: 1024,
      logLevel: 'silent',
    }),
  ],
  html: { cspNonce: '__NONCE__' },
  // The worker that colours code loads its grammars on demand, which only modules can.
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    sourcemap: false,
    // Fonts and pictures stay files: the policy of the page knows no data: scripts, and files are cached for a year.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // Our packages only export: what nobody imports can go. Their styles do something by being there.
      output: {
        codeSplitting: {
          // What every page needs of others: it changes with their versions only, so browsers keep it when we change.
          groups: [
            {
              name: 'framework',
              test: /\/node_modules\/(react|react-dom|scheduler|@tanstack\/(history|store|router-core|react-router|react-store)|i18next|react-i18next|use-sync-external-store)\//,
              priority: 2,
            },
            // Small files of our own that the first page needs, in one.
            {
              name: 'ground',
              test: /\/apps\/web\/src\/(lib\/(?!quer|toasts|header-end)|features\/(identity\/(?!.*-screen\.)|preferences\/|pages\/(?!maintenance))|shell\/toast-host)|\/packages\/phrases\/src\/(en\/(common|errors|identity)|first-page|index)\.ts|\/@tabler\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes|icons\/Icon(Check|ChevronDown|DeviceDesktop|BrandGoogleFilled|BrandWindowsFilled|Eye|EyeOff|Key|Language|Moon|Point|Sun)\.)/,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
      treeshake: { moduleSideEffects: (id) => !/\/packages\/(contract|phrases|ui)\/src\/.*\.tsx?$/.test(id) },
    },
  },
  server: { host: '127.0.0.1', proxy: proxied() },
  preview: { host: '127.0.0.1', proxy: proxied() },
})

function proxied() {
  const paths = ['/api', '/stream', '/app-config.json', '/healthz', '/readyz', '/inbox', '/.well-known']
  return Object.fromEntries(
    paths.map((path) => [`^${path}(/|\\?|$)`, { target: server, changeOrigin: false }]),
  )
}
