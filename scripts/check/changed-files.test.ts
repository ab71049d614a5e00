import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { changedFiles } from './changed-files.mjs'

test('changed files are those of the branch since it left main, and uncommitted ones', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-changed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Kim', '-c', 'user.email=kim@example.com', ...args], { cwd: folder })
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  git('init', '-q', '-b', 'main')
  for (const file of ['same.ts', 'edited.ts', 'deleted.ts', 'committed.ts']) write(file, '1')
  git('add', '-A')
  git('commit', '-qm', 'First')
  expect(changedFiles(folder)).toEqual([])

  git('checkout', '-qb', 'branch')
  write('committed.ts', '2')
  git('commit', '-qam', 'Second')
  write('edited.ts', '2')
  write('new folder/new.ts', '1')
  rmSync(path.join(folder, 'deleted.ts'))
  expect(changedFiles(folder)).toEqual(['committed.ts', 'edited.ts', 'new folder/new.ts'])
})
