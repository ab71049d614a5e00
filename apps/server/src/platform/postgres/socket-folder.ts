import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { giveTo, type RunAs } from './run-as.ts'

/** The system limits a socket's path to 108 bytes with a final zero; on macOS to 104. */
const maxSocketPathBytes = 103
const socketName = '.s.PGSQL.5432'

/**
 * Creates the folder of the server's socket, which only the server's user and root may enter: the only barrier between the
 * database and other users of the machine. Beside the cluster when the path is short enough, else in a temporary folder.
 */
export function makeSocketFolder(cluster: string, runAs: RunAs | undefined): string {
  const beside = path.join(path.dirname(cluster), 'run')
  if (isShort(beside)) return isOurs(beside, runAs) ? beside : fail(beside)

  const temporary = isShort(path.join(tmpdir(), 'atrium-0123456789ab')) ? tmpdir() : '/tmp'
  const named = path.join(
    temporary,
    `atrium-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`,
  )
  if (isOurs(named, runAs)) return named
  // Somebody else created a folder of that name in a public place.
  const unnamed = mkdtempSync(path.join(temporary, 'atrium-'))
  return isOurs(unnamed, runAs) ? unnamed : fail(unnamed)
}

const isShort = (folder: string) => Buffer.byteLength(path.join(folder, socketName)) <= maxSocketPathBytes

/** Creates a missing folder; false when it exists and is not ours. */
function isOurs(folder: string, runAs: RunAs | undefined): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  const owners = [process.getuid?.(), runAs?.uid]
  if (!found.isDirectory() || !owners.includes(found.uid)) return false
  chmodSync(folder, 0o700)
  giveTo(runAs, folder)
  return true
}

function fail(folder: string): never {
  throw new Error(`The folder ${folder} belongs to another user, so the database's socket cannot be there.`)
}
