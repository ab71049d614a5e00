/**
 * What `npm run dev` runs: the server, restarted whenever one of its files changes, and the web app by Vite, which forwards unknown paths
 * to the server. Works offline and without keys.
 */
import path from 'node:path'
import { spawn } from 'node:child_process'
import { bin } from './start/bin.mjs'
import { findNode } from './start/find-node.mjs'
import { installWhenNeeded } from './start/install.mjs'
import { root } from './start/paths.mjs'

await installWhenNeeded()
const node = findNode()
const programs = [
  spawn(node, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
  }),
  spawn(node, [bin('vite')], { cwd: path.join(root, 'apps/web'), stdio: 'inherit' }),
]

/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM']
for (const signal of signals) process.on(signal, () => programs.forEach((program) => program.kill(signal)))
for (const program of programs) program.on('exit', () => programs.forEach((other) => other.kill('SIGTERM')))
