import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, statSync } from 'node:fs'
import path from 'node:path'

/** Under which user the database server runs. Undefined: as this process, which is not root. */
export interface RunAs {
  uid: number
  gid: number
}

/**
 * PostgreSQL refuses to run as root. Returns the cluster's owner, else the system's unprivileged user. Throws when this process
 * is not root and somebody else owns the cluster.
 */
export function chooseRunAs(cluster: string): RunAs | undefined {
  const owner = statSync(cluster, { throwIfNoEntry: false })
  const ownUid = process.getuid?.()
  if (ownUid !== 0) {
    if (owner === undefined || owner.uid === ownUid) return undefined
    throw new Error(
      `The database in ${cluster} belongs to another user (id ${owner.uid}), under whom Atrium was started before. ` +
        'Start it as that user or as root, or set ATRIUM_DATA_DIR to another folder.',
    )
  }
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return { uid: idOf('-u'), gid: idOf('-g') }
}

const idOf = (option: '-u' | '-g') => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }))

/** Whether that user can enter a folder: a closed folder anywhere above it, such as /root, is enough to fail. */
export function canEnter(runAs: RunAs, folder: string): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...runAs, cwd: '/', stdio: 'ignore' }).status ===
    0
  )
}

/** Whether that user can run the server: reach it, execute it, load its libraries. */
export function canRun(runAs: RunAs, binaries: string): boolean {
  return (
    spawnSync(path.join(binaries, 'bin/postgres'), ['--version'], { ...runAs, cwd: '/', stdio: 'ignore' })
      .status === 0
  )
}

export function giveTo(runAs: RunAs | undefined, folder: string): void {
  if (runAs !== undefined) chownSync(folder, runAs.uid, runAs.gid)
}
