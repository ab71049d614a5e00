import { link, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'

/**
 * Hard-links every file in `folder` into `frozen`, on the same disk: stored files never change, but some are deleted during a
 * backup. Files still being written (in folders that begin with a dot) are not stored files.
 */
export async function freezeFiles(folder: string, frozen: string): Promise<void> {
  await mkdir(frozen, { recursive: true })
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const [from, to] = [path.join(folder, entry.name), path.join(frozen, entry.name)]
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) await freezeFiles(from, to)
    else await link(from, to).catch(unlessGone)
  }
}

function unlessGone(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
