import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { freezeFiles } from './freeze-files.ts'

test('OPS-03 files deleted during a backup are in it, incomplete ones are not', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-freeze-'))
  const at = (...parts: string[]) => path.join(folder, ...parts)
  mkdirSync(at('files/acct/account_1'), { recursive: true })
  mkdirSync(at('files/.unfinished'))
  writeFileSync(at('files/acct/account_1/a'), 'stored')
  writeFileSync(at('files/.unfinished/b'), 'half')
  await freezeFiles(at('files'), at('frozen'))
  rmSync(at('files/acct'), { recursive: true })
  expect(readFileSync(at('frozen/acct/account_1/a'), 'utf8')).toBe('stored')
  expect(readdirSync(at('frozen'))).toEqual(['acct'])
  rmSync(folder, { recursive: true })
})
