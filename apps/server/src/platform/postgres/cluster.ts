import { execFile } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Places } from './places.ts'
import { giveTo } from './run-as.ts'

/** The superuser of the built-in server: the owner of all that Atrium has in it. */
export const superuser = 'atrium'

/**
 * Creates the cluster if missing. Built aside and moved into place when complete, so that a killed start leaves no half. The
 * locale is PostgreSQL's own, the same on every system.
 */
export async function ensureCluster({ binaries, cluster, runAs }: Places): Promise<void> {
  if (existsSync(cluster)) return
  const unfinished = `${cluster}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  giveTo(runAs, unfinished)
  const options = [
    '--auth=trust',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ]
  await promisify(execFile)(
    path.join(binaries, 'bin/initdb'),
    ['--pgdata', unfinished, '--username', superuser, ...options, '--no-instructions'],
    { ...runAs, cwd: '/' },
  )
  await rename(unfinished, cluster)
}
