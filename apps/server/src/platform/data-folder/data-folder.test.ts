import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkDataFolder, finishFirstStart } from './data-folder.ts'
import { readFolderId } from './folder-id.ts'
import { Secret } from '../config/secret.ts'
import { StartError } from '../start-error.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'data-folder-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const make = (...names: string[]) => {
  for (const name of names)
    if (name === 'secret') writeFileSync(path.join(dataDir, name), 'x')
    else mkdirSync(path.join(dataDir, name), { recursive: true })
}
const check = (more: { databaseUrl?: Secret; secret?: Secret } = {}) =>
  checkDataFolder({ dataDir, databaseUrl: undefined, secret: undefined, ...more })

test.each([[['secret', 'files/logo']], [['secret']], [['files/logo']]])(
  'OPS-03 OPS-01 %j without a database stop the start with the restore command, and no empty one is created',
  (names) => {
    make(...names)
    expect(() => check()).toThrow(StartError)
    expect(() => check()).toThrow(`its database ${path.join(dataDir, 'postgres')} is missing`)
    expect(() => check()).toThrow('npm run restore -- ')
    expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false)
    expect(() => check({ databaseUrl: new Secret('postgres://a/b') })).not.toThrow()
  },
)

test('OPS-03 OPS-01 a database without its secret stops the start, unless the secret is configured', () => {
  make('postgres')
  expect(() => check()).toThrow(`the secret that belongs to it (${path.join(dataDir, 'secret')}) is missing`)
  expect(() => check()).toThrow('npm run restore -- ')
  expect(() => check({ secret: new Secret('x') })).not.toThrow()
})

test('OPS-01 a first start that was interrupted anywhere can be repeated, a completed one stays complete', () => {
  check()
  for (const name of ['secret', 'files/logo']) {
    make(name)
    expect(() => check()).not.toThrow()
  }
  make('postgres')
  finishFirstStart(dataDir)
  expect(() => check()).not.toThrow()
  rmSync(path.join(dataDir, 'postgres'), { recursive: true })
  expect(() => check()).toThrow('is missing')
})

test('a data folder keeps its id, and a copy of it gets another', () => {
  const id = readFolderId(dataDir)
  expect(readFolderId(dataDir)).toBe(id)
  const copy = mkdtempSync(path.join(tmpdir(), 'data-folder-'))
  const note = readFileSync(path.join(dataDir, 'folder-id.json'))
  writeFileSync(path.join(copy, 'folder-id.json'), note)
  expect(readFolderId(copy)).not.toBe(id)
  rmSync(copy, { recursive: true })
})
