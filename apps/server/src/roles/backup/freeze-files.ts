import { link, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'

/**
 * Holds what is in `folder` now, under a second name for every file in `frozen`, on the same disk: stored files never change, but
 * some are deleted while a backup is written. What is still being written (in folders that begin with a dot) is no stored file.
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
