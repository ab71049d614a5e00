import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'

export type LockedProcess = ChildProcessByStdio<Writable, Readable, Readable>

/** Where packages are. */
const packageFolders = (createRequire(import.meta.url).resolve.paths('unpdf') ?? []).filter(existsSync)

/** Node options for a process that may read code in these folders and packages, write nothing and start nothing. */
export const permissionsFor = (codeFolders: readonly string[]): string[] => [
  '--permission',
  // A folder ends with its separator.
  ...[...codeFolders, ...packageFolders].map(
    (folder) => `--allow-fs-read=${realpathSync(folder)}${path.sep}`,
  ),
]

/** A program for `startLocked`: its entry file, the folders of its code, and its name among the bundled programs. */
export type LockedProgram = { name: string; main: string; codeFolders: readonly string[] }

/**
 * Returns the program as it runs: as one bundled file if LOCKED_PROGRAMS_DIR is set, else from its sources. `npm start` and the tests set
 * it to the folder that scripts/start/bundle-programs.mjs made, since loading TypeScript files takes most of the time of a short
 * document.
 */
export function runnableOf({ name, main, codeFolders }: LockedProgram): Omit<LockedProgram, 'name'> {
  const joined = process.env['LOCKED_PROGRAMS_DIR']
  return joined === undefined
    ? { main, codeFolders }
    : { main: path.join(joined, `${name}.mjs`), codeFolders: [joined] }
}

/**
 * Starts an isolated process for untrusted input: it reads its standard input, writes its standard output, and may do nothing
 * else; with `folder`, it may also read and write files there, and load native code of packages. It gets no environment variables, so it
 * has no secrets of the server.
 */
export const startLocked = (
  program: LockedProgram,
  args: readonly string[],
  { heapMegabytes, folder }: { heapMegabytes: number; folder?: string },
): LockedProcess => {
  const { main, codeFolders } = runnableOf(program)
  return spawn(
    process.execPath,
    [
      `--max-old-space-size=${heapMegabytes}`,
      ...permissionsFor(codeFolders),
      ...(folder === undefined
        ? []
        : [
            '--allow-addons',
            `--allow-fs-read=${realpathSync(folder)}${path.sep}`,
            `--allow-fs-write=${realpathSync(folder)}${path.sep}`,
            '--disable-warning=SecurityWarning',
          ]),
      '--disable-warning=ExperimentalWarning',
      main,
      ...args,
    ],
    { stdio: ['pipe', 'pipe', 'pipe'], env: {}, cwd: path.dirname(main) },
  )
}
