/**
 * Three rules about where things are: no folder has more than 25 product files, docs/architecture.md shows the server's nouns in the
 * order of .dependency-cruiser.cjs, and each noun and each feature has a README. Prints what breaks them; the exit code is 1 when
 * anything does.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const maxFiles = 25

/** @param {string} name */
const isProduct = (name) =>
  /\.(ts|tsx)$/.test(name) && !/(\.test|\.fixture|-for-tests)\.tsx?$|^routeTree\.gen\.ts$/.test(name)

/**
 * @param {string} folder
 * @returns {{ folder: string, count: number }[]}
 */
function foldersBelow(folder) {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true })
  const count = entries.filter((entry) => entry.isFile() && isProduct(entry.name)).length
  const below = entries.filter(
    (entry) => entry.isDirectory() && !['node_modules', 'dist'].includes(entry.name),
  )
  return [{ folder, count }, ...below.flatMap(({ name }) => foldersBelow(`${folder}/${name}`))]
}

const problems = ['apps', 'packages']
  .flatMap(foldersBelow)
  .filter(({ count }) => count > maxFiles)
  .map(({ folder, count }) => `${folder} has ${count} product files; divide it (at most ${maxFiles}).`)

/** @type {{ forbidden: { name: string }[] }} */
const { forbidden } = createRequire(import.meta.url)(path.join(root, '.dependency-cruiser.cjs'))
const rule = '-knows-only-nouns-before-it'
const nouns = forbidden
  .filter(({ name }) => name.endsWith(rule))
  .map(({ name }) => name.slice(0, -rule.length))
const order = ['platform', ...nouns, 'roles'].join(' ← ')
const page = 'docs/architecture.md'
const shown = /^server: ([^`]*?)\n(?:\n|```)/m.exec(readFileSync(path.join(root, page), 'utf8'))?.[1]
if (shown?.replaceAll(/\s+/g, ' ').trim() !== order)
  problems.push(
    `${page} shows another order of the server's nouns than .dependency-cruiser.cjs:\n  server: ${order}`,
  )

/** @param {string} folder */
const foldersIn = (folder) =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

for (const name of foldersIn('apps/server/src'))
  if (!['platform', 'roles', ...nouns].includes(name))
    problems.push(`apps/server/src/${name} has no place in the order of nouns in .dependency-cruiser.cjs.`)

const explained = [
  ...nouns.map((noun) => `apps/server/src/${noun}`),
  ...foldersIn('apps/web/src/features').map((feature) => `apps/web/src/features/${feature}`),
]
for (const folder of explained)
  if (!existsSync(path.join(root, folder, 'README.md')))
    problems.push(`${folder} has no README.md that says what it is for and where to start reading.`)

for (const problem of problems) console.log(problem)
process.exitCode = problems.length > 0 ? 1 : 0
