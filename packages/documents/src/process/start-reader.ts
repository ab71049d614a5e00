import path from 'node:path'
import type { ReadAs } from '../ending.ts'
import { type LockedProcess, permissionsFor, startLocked } from './start-locked.ts'

/** The process may read its own code, and packages. */
const code = path.join(import.meta.dirname, '..')
const codeFolders = [code]
export const permissions: readonly string[] = permissionsFor(codeFolders)

/** Starts the process that reads one document. */
export const startReader = (
  readAs: ReadAs,
  { heapMegabytes, picturePixels }: { heapMegabytes: number; picturePixels: number },
): LockedProcess =>
  startLocked(path.join(code, 'child/main.ts'), [readAs, String(picturePixels)], {
    heapMegabytes,
    codeFolders,
  })
