import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { fingerprintOf } from './fingerprint.mjs'
import { root } from './paths.mjs'
import { run } from './run.mjs'

/** One folder for each build, by the fingerprint of its sources: a running server still loads parts of an older one. */
const builds = path.join(root, 'apps/server/dist')
const keptBuilds = 3

const scripts = ['build-server.mjs', 'bundle-programs.mjs', 'bundle-server.mjs', 'rolldown.mjs'].map((name) =>
  path.join(root, 'scripts/start', name),
)
const packageLock = path.join(root, 'package-lock.json')

/** Everything that the server's own process runs, and the processes that read documents. Its workers run from the sources. */
const sources = [
  path.join(root, 'apps/server/src'),
  ...['canvas', 'contract', 'documents', 'phrases', 'sandbox'].map((name) =>
    path.join(root, 'packages', name),
  ),
  ...scripts,
  packageLock,
]

/** What the processes that read documents run. */
const sourcesOfPrograms = [
  ...['platform/words', 'retrieval/index'].map((name) => path.join(root, 'apps/server/src', name)),
  path.join(root, 'packages/documents/src'),
  ...scripts,
  packageLock,
]

/**
 * Joins the server's modules in a few files, unless they were built from these very sources: loading a thousand files takes two
 * fifths of the processor time of a start. Returns the file to run.
 * @param {string} node
 * @returns {Promise<string>}
 */
export async function buildServerWhenNeeded(node) {
  const build = await buildWhenNeeded('', sources, async (folder) => {
    await run(node, [path.join(import.meta.dirname, 'bundle-server.mjs'), folder])
    await run(node, [path.join(import.meta.dirname, 'bundle-programs.mjs'), path.join(folder, 'programs')])
  })
  return path.join(build, 'start.mjs')
}

/**
 * Joins the modules of each program that reads documents, which a built server has with it; for a server that runs from its sources, in tests.
 * Returns their folder.
 * @param {string} node
 * @returns {Promise<string>}
 */
export const buildProgramsWhenNeeded = (node) =>
  buildWhenNeeded('programs-', sourcesOfPrograms, (folder) =>
    run(node, [path.join(import.meta.dirname, 'bundle-programs.mjs'), folder]),
  )

/**
 * @param {string} kind
 * @param {readonly string[]} from
 * @param {(folder: string) => Promise<unknown>} make
 */
async function buildWhenNeeded(kind, from, make) {
  const build = path.join(builds, kind + fingerprintOf(from).slice(0, 16))
  if (existsSync(build)) return build
  mkdirSync(builds, { recursive: true })
  const unfinished = mkdtempSync(path.join(builds, 'unfinished-'))
  try {
    await make(unfinished)
    moveTo(build, unfinished)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  removeOldBuilds(kind)
  return build
}

/**
 * Another process may have made the same build meanwhile.
 * @param {string} build
 * @param {string} unfinished
 */
function moveTo(build, unfinished) {
  try {
    renameSync(unfinished, build)
  } catch (error) {
    if (!existsSync(build)) throw error
  }
}

/** @param {string} kind */
function removeOldBuilds(kind) {
  const byAge = readdirSync(builds)
    .filter((name) => name.replace(/[0-9a-f]{16}$/, '') === kind)
    .map((name) => ({ folder: path.join(builds, name), madeMs: statSync(path.join(builds, name)).mtimeMs }))
    .sort((one, other) => other.madeMs - one.madeMs)
  for (const { folder } of byAge.slice(keptBuilds)) rmSync(folder, { recursive: true, force: true })
}
