import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { copyBinaries, findBinaries } from './binaries.ts'
import { canEnter, canRun, chooseRunAs, type RunAs } from './run-as.ts'

/** The files and folders of the built-in server. */
export interface Places {
  /** The folder with `bin`, `lib` and `share` of PostgreSQL. */
  binaries: string
  /** The database cluster (`PGDATA`). */
  cluster: string
  /** The server's log. */
  logFile: string
  runAs: RunAs | undefined
}

/**
 * Chooses the locations of cluster and binaries: `dataDir/postgres` and the npm package. Where Atrium runs as root and the
 * server's user can't access one of them (a checkout under /root, for example), uses a folder under /var/lib.
 */
export async function choosePlaces(dataDir: string): Promise<Places> {
  const home = realpathSync(dataDir)
  const native = findBinaries()
  const cluster = findCluster(home)
  const logFile = path.join(home, 'postgres.log')
  const runAs = chooseRunAs(cluster)
  if (runAs === undefined) return { binaries: native, cluster, logFile, runAs }

  if (path.dirname(cluster) === home) letOthersPass(home)
  return {
    binaries: canRun(runAs, native) ? native : await copyBinaries(native, makePassable(outside)),
    cluster: canEnter(runAs, path.dirname(cluster)) ? cluster : await moveOutside(home, cluster, runAs),
    logFile,
    runAs,
  }
}

/** Returns the existing or future location of a data folder's database. */
export const findCluster = (dataDir: string): string =>
  readNote(realpathSync(dataDir)) ?? path.join(realpathSync(dataDir), 'postgres')

/** The data folder itself may be passed through, not listed; everything in it is closed by its own mode. */
function letOthersPass(home: string): void {
  const { mode, uid } = statSync(home)
  if (uid === 0 && (mode & 0o011) !== 0o011) chmodSync(home, (mode & 0o7777) | 0o011)
}

/** For locations that the server's user can't access. */
const outside = '/var/lib/atrium'

function makePassable(folder: string): string {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o711)
  return folder
}

/** Never reuses a location: a recreated data folder must not get its former database. */
async function moveOutside(home: string, cluster: string, { uid, gid }: RunAs): Promise<string> {
  const target = path.join(makePassable(outside), randomBytes(8).toString('hex'), 'postgres')
  makePassable(path.dirname(target))
  if (existsSync(cluster)) {
    await cp(cluster, target, { recursive: true, preserveTimestamps: true })
    execFileSync('chown', ['-R', `${uid}:${gid}`, target])
  }
  writeFileSync(path.join(home, noteName), JSON.stringify({ cluster: target, dataDir: home }))
  if (existsSync(cluster)) await rm(cluster, { recursive: true })
  return target
}

const noteName = 'postgres-is-elsewhere.json'
const noteSchema = z.object({ cluster: z.string(), dataDir: z.string() })

function readNote(home: string): string | undefined {
  const note = parseNote(home)
  if (note !== undefined && note.dataDir !== home && parseNote(note.dataDir)?.cluster === note.cluster)
    throw new Error(
      `The data folder ${home} is a copy of ${note.dataDir}, and both would use the database in ${note.cluster}. ` +
        'Copy a data folder by npm run backup and npm run restore.',
    )
  return note?.cluster
}

function parseNote(dataDir: string): z.infer<typeof noteSchema> | undefined {
  const file = path.join(dataDir, noteName)
  return existsSync(file) ? noteSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
}
