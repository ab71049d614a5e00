import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
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
  const wanted = fingerprint()
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

/** Sizes and times of change instead of contents: a few milliseconds for some hundred files. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const source of sources) addTo(hash, source)
  return hash.digest('hex')
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} file
 */
function addTo(hash, file) {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found?.isDirectory()) {
    for (const name of readdirSync(file).sort()) if (isSource(name)) addTo(hash, path.join(file, name))
  } else if (found) hash.update(`${path.relative(root, file)} ${found.size} ${found.mtimeMs}\n`)
}

/**
 * The router's plugin writes its tree of routes while it builds; tests do not get into the build.
 * @param {string} name
 */
function isSource(name) {
  return name !== 'node_modules' && name !== 'routeTree.gen.ts' && !/\.test\.tsx?$/.test(name)
}
