import path from 'node:path'
import { root } from './paths.mjs'

/** Where the server begins. */
export const serverFile = path.join(root, 'apps/server/src/main.ts')

/** What was compiled once is not compiled at every start. */
export const nodeSettings = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node-compile') }
