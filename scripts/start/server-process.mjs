import path from 'node:path'
import { root } from './paths.mjs'

/** Where the server begins. */
export const serverFile = path.join(root, 'apps/server/src/main.ts')

/**
 * For Node when it runs the server. Most of what a request leaves is garbage at once: a small nursery, in megabytes, keeps the
 * processor's cache warm, and takes a hundred megabytes less than what Node chooses on a large machine.
 */
export const nodeFlags = ['--max-semi-space-size=8']

/** What was compiled once is not compiled at every start. */
export const nodeSettings = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node-compile') }
