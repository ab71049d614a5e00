import { buildServerWhenNeeded } from '../../../scripts/start/build-server.mjs'
import { buildWebWhenNeeded } from '../../../scripts/start/build-web.mjs'
import { findNode } from '../../../scripts/start/find-node.mjs'

/** Builds the web app before the workers start their products, which would each build it into the same folder; and the server, once. */
export default async function buildOnce(): Promise<void> {
  const node = findNode()
  await buildWebWhenNeeded(node)
  await buildServerWhenNeeded(node)
}
