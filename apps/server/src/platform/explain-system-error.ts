import pg from 'pg'

interface SystemError extends Error {
  code: string
  port?: number
  address?: string
  path?: string
  hostname?: string
}

/** Explains a system or database error caused by a setting; undefined for any other. */
export function explainSystemError(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return explainDatabaseError(error)
  if (!isSystemError(error)) return undefined
  const { code, port, address, path } = error
  const isListening = 'syscall' in error && error.syscall === 'listen'
  if (code === 'EADDRINUSE')
    return `The port ${port ?? ''} is taken by another program. Set ATRIUM_PORT to another one, or to 0 for a free one.`
  if (isListening && code === 'EACCES')
    return `The port ${port ?? ''} needs more rights than this user has. Set ATRIUM_PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || ('syscall' in error && error.syscall === 'getaddrinfo'))
    return `ATRIUM_HOST or the host of DATABASE_URL (${address ?? error.hostname ?? 'unknown'}) is no address that can be used here. Set it to another one.`
  if (code === 'ECONNREFUSED' || code === 'ETIMEDOUT' || code === 'EHOSTUNREACH')
    return `The database of DATABASE_URL does not answer (${error.message || code}). Start it, or correct DATABASE_URL.`
  if (
    ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EEXIST'].includes(code) &&
    path !== undefined
  )
    return `${path} can't be written (${error.message}). Free some space, change its owner, or set ATRIUM_DATA_DIR to another folder.`
  return undefined
}

/** Authorization (28), unknown database (3D), missing privileges for migrations (42501). */
const explainDatabaseError = ({ code, message }: pg.DatabaseError) =>
  /^(?:28|3D|42501|53300|57P0)/.test(code ?? '')
    ? `The database refuses this start: ${message}. Correct DATABASE_URL, or give that user the rights it needs.`
    : undefined

const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
