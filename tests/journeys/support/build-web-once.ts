import { buildWebWhenNeeded } from '../../../scripts/start/build-web.mjs'
import { findNode } from '../../../scripts/start/find-node.mjs'

/** Builds the web app before the workers start their products, which would each build it into the same folder. */
export default async function buildWebOnce(): Promise<void> {
  await buildWebWhenNeeded(findNode())
}
