import { startModelProvider } from '@atrium/sandbox'

/** Runs in a separate process: the sandbox's model provider with its bench models. */

process.on('disconnect', () => process.exit())
const { url } = await startModelProvider()
process.send?.({ url })
