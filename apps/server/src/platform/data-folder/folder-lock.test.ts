import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { missingLocksIn } from './file-system.ts'
import { FolderInUseError, FolderLockError, lockFolder } from './folder-lock.ts'

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

/** Another process that holds the folder, started below `command` when one is given. */
async function holder(more = '', command: string[] = []): Promise<ChildProcess> {
  const program = `const { lockFolder } = await import('${import.meta.dirname}/folder-lock.ts'); const lock = await lockFolder('${folder}'); ${more}; console.log('held'); setInterval(() => {}, 1000)`
  const [first, ...rest] = [...command, process.execPath, '--input-type=module', '-e', program]
  const child = spawn(first as string, rest, { stdio: ['ignore', 'pipe', 'inherit'] })
  holders.push(child)
  await once(child.stdout, 'data')
  return child
}

test('B21 a second process is refused with the first one’s process id, also through another path to the folder', async () => {
  const first = await holder()
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError)
  const link = `${folder}-link`
  symlinkSync(folder, link)
  await expect(lockFolder(link)).rejects.toThrow(`process ${first.pid}`)
  rmSync(link)
})

test('B21 the lock ends with its holder, however the holder ends', async () => {
  const first = await holder()
  first.kill('SIGKILL')
  await once(first, 'exit')
  const lock = await lockFolder(folder)
  await lock.release()
  await (await lockFolder(folder)).release()
})

test('B21 a suspended holder keeps the lock', async () => {
  const first = await holder()
  first.kill('SIGSTOP')
  await expect(lockFolder(folder)).rejects.toThrow(`process ${first.pid}`)
})

test('a start waits while another Atrium shuts down', async () => {
  const first = await holder('lock.announceStopping(); setTimeout(() => process.exit(), 300)')
  const lock = await lockFolder(folder)
  expect(first.exitCode ?? 0).toBe(0)
  await lock.release()
})

test('B21 of many concurrent starts, one gets the folder', async () => {
  const settled = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)))
  const locks = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(locks).toHaveLength(1)
  await Promise.all(locks.map((lock) => lock.release()))
})

/** As a container does it: nothing is shared with this process but the files. */
const container = ['unshare', '--net', '--pid', '--ipc', '--mount', '--fork', '--kill-child', '--mount-proc']
const hasNamespaces = spawnSync(container[0] as string, [...container.slice(1), 'true']).status === 0

test.runIf(hasNamespaces)(
  'B21 OPS-01 a holder in another container is detected, and its lock ends when it is killed',
  async () => {
    const first = await holder('', container)
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError)
    const second = spawnSync(container[0] as string, [
      ...container.slice(1),
      process.execPath,
      '--input-type=module',
      '-e',
      `const { lockFolder } = await import('${import.meta.dirname}/folder-lock.ts'); await lockFolder('${folder}').then(() => console.log('held'), (error) => console.log(error.message))`,
    ])
    expect(String(second.stdout)).toContain(`Atrium is already running on the data folder ${folder} (process`)
    first.kill('SIGKILL')
    await once(first, 'exit')
    await expect.poll(() => lockFolder(folder).then((lock) => lock.release())).toBeUndefined()
  },
)

test('B21 the lock of a killed process is ignored', async () => {
  writeFileSync(path.join(folder, 'atrium.lock.json'), '{"pid":1,"host":"a","state":"running"}')
  writeFileSync(path.join(folder, 'atrium.lock'), '')
  const lock = await lockFolder(folder)
  expect(JSON.parse(readFileSync(path.join(folder, 'atrium.lock.json'), 'utf8'))).toMatchObject({
    pid: process.pid,
  })
  await lock.release()
})

test('B21 a folder that cannot be locked is refused with a sentence', async () => {
  mkdirSync(path.join(folder, 'atrium.lock'))
  const refused = lockFolder(folder)
  await expect(refused).rejects.toThrow(FolderLockError)
  await expect(refused).rejects.toThrow(`The data folder ${folder} can't be locked: `)
})

const mounts = `22 1 254:0 / / rw,relatime - ext4 /dev/vda rw
40 22 0:50 / /srv/nfs rw,relatime shared:1 - nfs4 server:/export rw,vers=4.2,local_lock=none
41 22 0:51 / /srv/nolock rw,relatime - nfs server:/export rw,vers=3,nolock,local_lock=all
42 22 0:52 / /srv/cifs rw,relatime - cifs //server/share rw,vers=3.1.1,nobrl
43 22 0:53 / /srv/with\\040blank rw,relatime - fuse.sshfs ada@server:/ rw
44 41 254:1 / /srv/nolock/disk rw,relatime - ext4 /dev/vdb rw
45 22 0:54 / /srv/smb rw,relatime - cifs //server/share rw,vers=3.1.1
`
test.each([
  ['/srv/data', undefined],
  ['/srv/nfs/atrium', undefined],
  ['/srv/nfs-other', undefined],
  ['/srv/nolock/atrium', 'nfs is mounted with nolock'],
  ['/srv/nolock/disk/atrium', undefined],
  ['/srv/cifs', 'cifs is mounted with nobrl'],
  ['/srv/smb', undefined],
  ['/srv/with blank/data', 'fuse.sshfs has no file locks'],
])('B21 network file systems without cross-machine locks are refused: %s', (where, reason) => {
  const found = missingLocksIn(mounts, where)
  if (reason === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(reason)
})
