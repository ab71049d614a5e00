import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { DocumentEnding } from '@atrium/contract'

export type ReaderProcess = ChildProcessByStdio<Writable, Readable, Readable>

const main = path.join(import.meta.dirname, 'child/main.ts')

/** What the process may read: its own code and that of packages; a folder ends with its separator. */
const readable = [
  realpathSync(import.meta.dirname),
  ...(createRequire(import.meta.url).resolve.paths('unpdf') ?? [])
    .filter(existsSync)
    .map((one) => realpathSync(one)),
].map((folder) => `${folder}${path.sep}`)

/** It may write nothing, start nothing, and read nothing but that. */
export const permissions: readonly string[] = [
  '--permission',
  ...readable.map((folder) => `--allow-fs-read=${folder}`),
]

/**
 * Starts the process that reads one document. It knows nothing of the environment, so that no secret of the server is in it.
 */
export function startReader(
  ending: DocumentEnding,
  { heapMegabytes, picturePixels }: { heapMegabytes: number; picturePixels: number },
): ReaderProcess {
  return spawn(
    process.execPath,
    [
      `--max-old-space-size=${heapMegabytes}`,
      ...permissions,
      '--disable-warning=ExperimentalWarning',
      main,
      ending,
      String(picturePixels),
    ],
    { stdio: ['pipe', 'pipe', 'pipe'], env: {}, cwd: import.meta.dirname },
  )
}
