import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { fingerprintOf } from './fingerprint.mjs'
import { root } from './paths.mjs'
import { run } from './run.mjs'

/** One folder for each build, by the fingerprint of its sources: a running server still loads parts of an older one. */
const builds = path.join(root, 'apps/server/dist')
const keptBuilds = 3

/** Everything that the server's own process runs. What it starts, workers and processes for documents, runs from the sources. */
const sources = [
  path.join(root, 'apps/server/src'),
  ...['canvas', 'contract', 'documents', 'phrases', 'sandbox'].map((name) =>
    path.join(root, 'packages', name),
  ),
  ...['bundle-server.mjs', 'build-server.mjs'].map((name) => path.join(root, 'scripts/start', name)),
  path.join(root, 'package-lock.json'),
]

/**
 * Joins the server's modules in a few files, unless they were built from these very sources: loading a thousand files takes two
 * fifths of the processor time of a start. Returns the file to run.
 * @param {string} node
 * @returns {Promise<string>}
 */
export async function buildServerWhenNeeded(node) {
  const build = path.join(builds, fingerprintOf(sources).slice(0, 16))
  const program = path.join(build, 'start.mjs')
  if (existsSync(program)) return program
  mkdirSync(builds, { recursive: true })
  const unfinished = mkdtempSync(path.join(builds, 'unfinished-'))
  try {
    await run(node, [path.join(import.meta.dirname, 'bundle-server.mjs'), unfinished])
    moveTo(build, unfinished)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  removeOldBuilds()
  return program
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

function removeOldBuilds() {
  const byAge = readdirSync(builds)
    .filter((name) => !name.startsWith('unfinished-'))
    .map((name) => ({ folder: path.join(builds, name), madeMs: statSync(path.join(builds, name)).mtimeMs }))
    .sort((one, other) => other.madeMs - one.madeMs)
  for (const { folder } of byAge.slice(keptBuilds)) rmSync(folder, { recursive: true, force: true })
}
