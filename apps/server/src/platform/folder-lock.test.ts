import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FolderInUseError, lockFolder } from './folder-lock.ts'

let folder: string
let holders: ChildProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lock-'))
})
afterEach(async () => {
  for (const holder of holders) holder.kill('SIGKILL')
  holders = []
  rmSync(folder, { recursive: true })
})

/** Another process that holds the folder. */
async function holder(more = ''): Promise<ChildProcess> {
  const program = `const { lockFolder } = await import('${import.meta.dirname}/folder-lock.ts'); const lock = await lockFolder('${folder}'); ${more}; console.log('held'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  holders.push(child)
  await once(child.stdout, 'data')
  return child
}

test('B21 a second process is refused and told the first one’s id, also by another path to the folder', async () => {
  const first = await holder()
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError)
  const link = `${folder}-link`
  symlinkSync(folder, link)
  await expect(lockFolder(link)).rejects.toThrow(`process ${first.pid}`)
  rmSync(link)
})

test('B21 the lock ends with its holder, however that ends', async () => {
  const first = await holder()
  first.kill('SIGKILL')
  await once(first, 'exit')
  const lock = await lockFolder(folder)
  await lock.release()
  await (await lockFolder(folder)).release()
})

test('B21 a suspended holder still holds', async () => {
  const first = await holder()
  first.kill('SIGSTOP')
  await expect(lockFolder(folder)).rejects.toThrow('process unknown')
})

test('a start waits for an Atrium that is stopping', async () => {
  const first = await holder('lock.announceStopping(); setTimeout(() => process.exit(), 300)')
  const lock = await lockFolder(folder)
  expect(first.exitCode ?? 0).toBe(0)
  await lock.release()
})

test('B21 of many that start at once, one gets the folder', async () => {
  const settled = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)))
  const locks = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(locks).toHaveLength(1)
  await Promise.all(locks.map((lock) => lock.release()))
})
