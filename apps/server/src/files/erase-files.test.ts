import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTestDatabase } from '@atrium/testkit/database.ts'
import { openTestAccount } from '@atrium/testkit/people.ts'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { Secret } from '../platform/config/secret.ts'
import { createDiskStorage } from '../platform/storage/index.ts'
import { eraseLogos } from './index.ts'

test("C09 an account's pictures are erased from the storage, others' stay; repeating does nothing", async () => {
  const { database, drop } = await createTestDatabase(inject('databaseHost'))
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-erase-'))
  const storage = createDiskStorage({
    folder,
    secret: new Secret('s'.repeat(32)),
    uploadUrl: '/',
    clock: systemClock,
  })
  const [mine, theirs] = [await openTestAccount(database), await openTestAccount(database)]
  const names = { mine: `${'a'.repeat(32)}.png`, theirs: `${'b'.repeat(32)}.png` }
  for (const [account, name] of [
    [mine, names.mine],
    [theirs, names.theirs],
  ] as const) {
    await sql`insert into logo (account_id, name, requested_by) values (${account.accountId}, ${name}, ${account.ownerId})`.execute(
      database.kysely,
    )
    await storage.put(`logo/${name}`, Buffer.from([1]), { contentType: 'image/png', maxBytes: 10 })
  }
  await eraseLogos({ database, storage }, mine.accountId)
  await eraseLogos({ database, storage }, mine.accountId)
  const left = (await readdir(path.join(folder, 'logo'))).toSorted()
  expect(left).toEqual([names.theirs, `${names.theirs}.facts`])
  await rm(folder, { recursive: true })
  await drop()
})
