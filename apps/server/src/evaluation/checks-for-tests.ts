import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  type BaseId,
  contentTypeOf,
  type FileId,
  mintId,
  type RoomAccess,
  type RoomId,
  type UserId,
} from '@atrium/contract'
import { type ApiSettings } from '@atrium/testkit/api-client.ts'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { openTestAccount } from '@atrium/testkit/people.ts'
import { buildRoutesApp } from '@atrium/testkit/routes-app.ts'
import { sql } from 'kysely'
import type { Models } from '../models/index.ts'
import { forgetFiles, indexFile, requestIndexing } from '../retrieval/index.ts'
import { readPlans } from '../accounts/index.ts'
import { systemClock } from '../platform/clock.ts'
import { checkoutDir } from '../platform/config/configuration.ts'
import { inTenant } from '../platform/database/index.ts'
import { createLog } from '../platform/log.ts'
import { Secret } from '../platform/config/secret.ts'
import { createDiskStorage } from '../platform/storage/index.ts'
import { createRoom, roomBindings } from '../rooms/index.ts'
import { portsFor } from '../rooms/ports-for-tests.ts'
import {
  evaluationBindings,
  type EvaluationPorts,
  type RunJob,
  sweepChecks,
  runGoldenQuestions,
} from './index.ts'

export type Admin = ApiSettings & {
  userId: UserId
  accountId: NonNullable<ApiSettings['accountId']>
  roomId: RoomId
}

export type Desk = {
  testDatabase: TestDatabase
  /** The owner of a new account with a room of their own. */
  openRoom(accessType?: RoomAccess): Promise<Admin>
  /** A base of the room, or of its whole account. */
  openBase(room: Admin, name: string, serves?: 'room' | 'account'): Promise<BaseId>
  /** Puts a text into the room's context, or into a base, and processes it. */
  add(room: Admin, name: string, text: string, baseId?: BaseId): Promise<FileId>
  /** Deletes a file, as the product does. */
  remove(room: Admin, fileId: FileId): Promise<void>
  /** Looks for rooms that changed, without waiting for them to be quiet. */
  sweep(quiet?: number): Promise<number>
  /** Works on every run that was enqueued. */
  work(): Promise<void>
  close(): Promise<void>
}

/** The room of a file: that of its base, when it is in one. */
const homeOf = ({ roomId, baseId }: { roomId: RoomId; baseId: BaseId | undefined }) =>
  baseId === undefined ? sql`${roomId}` : sql`(select room_id from knowledge_base where id = ${baseId})`

/** Rooms with files and their golden questions on real routes, database and disk. The bearer token is the user's id. */
export async function openDesk(
  databaseHost: string,
  models: Pick<Models, 'embedder'> = { embedder: null },
): Promise<Desk> {
  const testDatabase = await createTestDatabase(databaseHost)
  const { database } = testDatabase
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-checks-'))
  const storage = createDiskStorage({
    folder,
    secret: new Secret('s'.repeat(32)),
    uploadUrl: '/api/files/upload',
    clock: systemClock,
  })
  const jobs: RunJob[] = []
  const log = createLog({ level: 'silent' })
  const ports: EvaluationPorts = { database, enqueueRun: async (_trx, job) => void jobs.push(job) }
  const app = buildRoutesApp(database, [
    ...roomBindings({ ...portsFor(database), storage }),
    ...evaluationBindings({ ...ports, log, models }),
  ])
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const indexPorts = {
    database,
    storage,
    log,
    plans: readPlans(path.join(checkoutDir, 'plans.yaml')),
    ...models,
  }
  return {
    testDatabase,
    async openRoom(accessType = 'PRIVATE') {
      const { accountId, ownerId } = await openTestAccount(database)
      const room = await inTenant(database, { accountId, userId: ownerId }, (trx) =>
        createRoom(trx, { accountId, userId: ownerId }, { name: 'Research', accessType }),
      )
      return { url, token: ownerId, userId: ownerId, accountId, roomId: room.id }
    },
    async openBase({ accountId, roomId }, name, serves = 'room') {
      const baseId = mintId('base')
      await sql`insert into knowledge_base (account_id, id, room_id, name)
        values (${accountId}, ${baseId}, ${serves === 'room' ? roomId : null}, ${name})`.execute(
        database.kysely,
      )
      return baseId
    },
    async add({ accountId, userId, roomId }, name, text, baseId) {
      const fileId = mintId('file')
      const storageKey = `acct/${accountId}/${fileId.slice(-12)}`
      const [bytes, contentType] = [Buffer.from(text), contentTypeOf(name)]
      await storage.put(storageKey, bytes, { contentType, maxBytes: bytes.byteLength + 1 })
      await inTenant(database, { accountId, userId }, async (trx) => {
        await sql`
          insert into room_file (account_id, id, room_id, storage_key, name, content_type, size_bytes, stored_at, base_id, for_base)
          values (${accountId}, ${fileId}, ${homeOf({ roomId, baseId })}, ${storageKey}, ${name}, ${contentType}, ${bytes.byteLength}, now(),
            ${baseId ?? null}, ${baseId !== undefined})`.execute(trx)
        await requestIndexing(trx, { accountId, fileId, scopeId: baseId ?? roomId, storageKey, name })
      })
      await indexFile(indexPorts, { accountId, fileId }, new AbortController().signal)
      return fileId
    },
    remove: ({ accountId, userId }, fileId) =>
      inTenant(database, { accountId, userId }, async (trx) => {
        await sql`update room_file set deleted_at = now() where account_id = ${accountId} and id = ${fileId}`.execute(
          trx,
        )
        await forgetFiles(trx, accountId, [fileId])
      }),
    sweep: (quiet = 0) => sweepChecks(ports, { quiet }),
    async work() {
      for (const job of jobs.splice(0)) await runGoldenQuestions(database, job, new AbortController().signal)
    },
    async close() {
      await app.close()
      await testDatabase.drop()
      rmSync(folder, { recursive: true })
    },
  }
}
