import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Secret } from './secret.ts'

/**
 * Returns the installation's secret: the configured one, else the one in the data folder, which the first start creates, readable
 * only by its owner. There is no default.
 */
export function ensureSecret(dataDir: string, configured: Secret | undefined): Secret {
  if (configured !== undefined) return configured
  const file = path.join(dataDir, 'secret')
  return new Secret(readSecret(file) ?? makeSecret(file))
}

/** Written aside and linked into place, so that two concurrent first starts use the same one and none is half written. */
function makeSecret(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const aside = `${file}.${process.pid}`
  writeFileSync(aside, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(aside, file)
  } catch (error) {
    if (!isErrorWithCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(aside, { force: true })
  }
  return readSecret(file) ?? makeSecret(file)
}

function readSecret(file: string): string | undefined {
  let secret: string
  try {
    secret = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (isErrorWithCode(error, 'ENOENT')) return undefined
    throw error
  }
  if (!/^[0-9a-f]{64}$/.test(secret))
    throw new Error(`The file ${file} does not hold the secret that Atrium made. Restore it from a backup.`)
  return secret
}

const isErrorWithCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code
