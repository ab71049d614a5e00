import path from 'node:path'
import { root } from './paths.mjs'

/** Caches compiled code between starts. */
export const nodeSettings = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node-compile') }

/**
 * For Node itself: the space of new values, in megabytes. It is held three times over and fills with every burst; Node's own
 * measure takes over a hundred megabytes more, and no answer comes sooner for it. It has this size from the start: growing to
 * it takes a tenth of the processor's time of a start.
 */
export const nodeArguments = ['--min-semi-space-size=8', '--max-semi-space-size=8']
