import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** The most used passwords in lower case, most used first. */
export type MostUsedPasswords = ReadonlySet<string>

let reading: Promise<MostUsedPasswords> | undefined

/**
 * Reads 49,233 passwords of leaked lists on first use, not at start: 12 ms of processor time and 5 MB, once per process. The next
 * call retries a failed read.
 */
export function readMostUsedPasswords(): Promise<MostUsedPasswords> {
  reading ??= readList().catch((error: unknown) => {
    reading = undefined
    throw error
  })
  return reading
}

async function readList(): Promise<MostUsedPasswords> {
  const file = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json')
  return new Set(JSON.parse(await readFile(file, 'utf8')) as string[])
}
