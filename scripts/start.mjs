/**
 * What `npm start` runs, on any Node from 20 on and with nothing installed: so this file and those beside it that it imports
 * use nothing but Node. Installs when needed, builds the server and the web app when
 * needed, and runs the server on Node 24.
 */
import { installWhenNeeded } from './start/install.mjs'
import { findNode } from './start/find-node.mjs'
import { buildServerWhenNeeded } from './start/build-server.mjs'
import { buildWebWhenNeeded } from './start/build-web.mjs'
import { runServer } from './start/run-server.mjs'

const args = process.argv.slice(2)
const isHelp = args.includes('--help') || args.includes('-h')

try {
  await installWhenNeeded()
  const node = findNode()
  if (!isHelp) await buildWebWhenNeeded(node)
  process.exitCode = await runServer(node, await buildServerWhenNeeded(node), args)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
