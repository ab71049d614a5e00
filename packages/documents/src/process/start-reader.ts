import path from 'node:path'
import type { ReadAs } from '../ending.ts'
import {
  type LockedProcess,
  type LockedProgram,
  permissionsFor,
  runnableOf,
  startLocked,
} from './start-locked.ts'

/** The process may read its own code, and packages. */
const code = path.join(import.meta.dirname, '..')
const program: LockedProgram = {
  name: 'read-document',
  main: path.join(code, 'child/main.ts'),
  codeFolders: [code],
}
const { main, codeFolders } = runnableOf(program)
export { main }
export const permissions: readonly string[] = permissionsFor(codeFolders)

/** Starts the process that reads one document. */
export const startReader = (
  readAs: ReadAs,
  { heapMegabytes, picturePixels }: { heapMegabytes: number; picturePixels: number },
): LockedProcess => startLocked(program, [readAs, String(picturePixels)], { heapMegabytes })
