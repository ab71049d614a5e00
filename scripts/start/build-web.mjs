import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fingerprintOf } from './fingerprint.mjs'
import { root } from './paths.mjs'
import { run } from './run.mjs'

const web = path.join(root, 'apps/web')
const page = path.join(web, 'dist/index.html')
/** Not served: it is a dotfile. */
const stamp = path.join(web, 'dist/.built-from')

/** Everything that the built web app is made from. */
const sources = [
  ...[
    'index.html',
    'link.html',
    'vite.config.ts',
    'vite.link.config.ts',
    'package.json',
    'src',
    'build',
    'public',
  ].map((name) => path.join(web, name)),
  ...['canvas', 'contract', 'phrases', 'ui'].map((name) => path.join(root, 'packages', name)),
  path.join(root, 'package-lock.json'),
]

/**
 * Builds the web app, unless it was built from these very sources.
 * @param {string} node
 */
export async function buildWebWhenNeeded(node) {
  const wanted = fingerprintOf(sources)
  if (isBuiltFrom(wanted)) return
  console.log('Building the web app …')
  // The page of chat links is built apart, into a folder of the first build.
  for (const config of ['vite.config.ts', 'vite.link.config.ts'])
    await run(node, [path.join(root, 'node_modules/vite/bin/vite.js'), 'build', '--config', config], {
      cwd: web,
      env: { ...process.env, NODE_ENV: 'production' },
    })
  writeFileSync(stamp, wanted)
}

/** @param {string} wanted */
function isBuiltFrom(wanted) {
  try {
    return statSync(page).isFile() && readFileSync(stamp, 'utf8') === wanted
  } catch {
    return false
  }
}
