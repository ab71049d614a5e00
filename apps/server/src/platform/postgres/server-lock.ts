import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '../start-error.ts'
import type { Places } from './places.ts'
import { giveTo } from './run-as.ts'
import { askServer, notedSocketFolder, waitForHelpers } from './server-process.ts'

/** An invisible database server has the cluster open: in another container or namespace. */
export class ClusterInUseError extends StartError {
  constructor(cluster: string) {
    super(
      `The database in ${cluster} is in use by a database server in another container. ` +
        'Stop that container first: two servers on one database destroy it.',
    )
  }
}

/** How long the helpers of a killed server may take to exit. */
const timeoutMs = 10_000

/**
 * Opens the lock file beside the cluster and takes a `flock` on it; returns the descriptor for the server to inherit. The lock
 * belongs to the open file, not to this process: the server and its helpers keep it until the last one exits, even if this
 * process is killed, and processes in other containers see it. Throws `ClusterInUseError` when a server has it.
 *
 * Without `flock` and Perl, asks the server's socket instead, which works across containers too.
 */
export async function openServerLock({ cluster, runAs }: Places, socketFolder: string): Promise<number> {
  const descriptor = openLockFile(`${cluster}.lock`, runAs)
  try {
    const deadline = performance.now() + timeoutMs
    for (let hasWaited = false; ; hasWaited = true) {
      const result = lockDescriptor(descriptor)
      for (const folder of new Set([socketFolder, notedSocketFolder(cluster) ?? socketFolder]))
        if ((await askServer(folder)) !== 'silent') throw new ClusterInUseError(cluster)
      if (result !== 'held') break
      if (performance.now() > deadline) throw new ClusterInUseError(cluster)
      if (hasWaited) await delay(50)
      else await waitForHelpers(cluster)
    }
    await waitForHelpers(cluster)
    return descriptor
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

function openLockFile(file: string, runAs: Places['runAs']): number {
  const descriptor = openSync(file, 'a+', 0o600)
  giveTo(runAs, file)
  return descriptor
}

/** Programs that lock descriptor 3 without waiting; each exits with 1 when somebody else has the lock. */
const lockPrograms: [program: string, ...args: string[]][] = [
  ['flock', '-x', '-n', '3'],
  ['perl', '-e', 'open(my $file, "+<&=", 3) or exit 2; exit(flock($file, 6) ? 0 : 1)'],
]

function lockDescriptor(descriptor: number): 'locked' | 'held' | 'no program' {
  for (const [program, ...args] of lockPrograms) {
    const { status } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'ignore', descriptor] })
    if (status === 0) return 'locked'
    if (status === 1) return 'held'
  }
  return 'no program'
}
