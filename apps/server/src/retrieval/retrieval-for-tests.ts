import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type AccountId, contentTypeOf, type FileId, type IndexState, mintId } from '@atrium/contract'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { openTestAccount } from '@atrium/testkit/people.ts'
import { sql } from 'kysely'
import { readPlans } from '../accounts/index.ts'
import { systemClock } from '../platform/clock.ts'
import { checkoutDir } from '../platform/config/configuration.ts'
import { inTenant, type Transaction } from '../platform/database/index.ts'
import { createLog } from '../platform/log.ts'
import { readSurprise } from '../platform/words/index.ts'
import { Secret } from '../platform/config/secret.ts'
import { createDiskStorage } from '../platform/storage/index.ts'
import {
  indexFile,
  type IndexPorts,
  type PassageSearch,
  type PassagesFound,
  requestIndexing,
  searchPassages,
  statesOf,
} from './index.ts'

/** Files of accounts on a real database and disk, without the rooms and people around them. */
export type TestIndex = {
  data: TestDatabase
  /** Where the bytes are stored. */
  folder: string
  ports: IndexPorts
  openAccount(): Promise<AccountId>
  /** Stores a file and requests its indexing. */
  put(accountId: AccountId, scopeId: string, name: string, content: string | Buffer): Promise<FileId>
  index(
    accountId: AccountId,
    fileId: FileId,
    ports?: Partial<IndexPorts>,
    signal?: AbortSignal,
  ): Promise<void>
  /** Stores a file and indexes it. */
  add(accountId: AccountId, scopeId: string, name: string, text: string): Promise<FileId>
  search(
    accountId: AccountId,
    scopeIds: string[],
    query: string,
    more?: Partial<PassageSearch>,
  ): Promise<PassagesFound>
  stateOf(accountId: AccountId, fileId: FileId): Promise<IndexState | undefined>
  /** Rows of a file in each of the tables. */
  rowsOf(fileId: FileId): Promise<{ files: number; passages: number; postings: number }>
  inAccount<Result>(accountId: AccountId, work: (trx: Transaction) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

export async function openTestIndex(databaseHost: string): Promise<TestIndex> {
  const data = await createTestDatabase(databaseHost)
  const { database } = data
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-shelf-'))
  const storage = createDiskStorage({
    folder,
    secret: new Secret('s'.repeat(32)),
    uploadUrl: '/api/files/upload',
    clock: systemClock,
  })
  const plans = readPlans(path.join(checkoutDir, 'plans.yaml'))
  const ports: IndexPorts = { database, storage, plans, log: createLog({ level: 'silent' }) }
  const inAccount: TestIndex['inAccount'] = (accountId, work) =>
    inTenant(database, { accountId, userId: null }, work)
  const testIndex: TestIndex = {
    data,
    folder,
    ports,
    inAccount,
    openAccount: async () => (await openTestAccount(database)).accountId,
    async put(accountId, scopeId, name, content) {
      const fileId = mintId('file')
      const storageKey = `acct/${accountId}/${fileId.slice(-12)}`
      const bytes = Buffer.from(content)
      await storage.put(storageKey, bytes, {
        contentType: contentTypeOf(name),
        maxBytes: bytes.byteLength + 1,
      })
      await inAccount(accountId, (trx) =>
        requestIndexing(trx, { accountId, fileId, scopeId, storageKey, name }),
      )
      return fileId
    },
    index: (accountId, fileId, other = {}, signal = new AbortController().signal) =>
      indexFile({ ...ports, ...other }, { accountId, fileId }, signal),
    async add(accountId, scopeId, name, text) {
      const fileId = await testIndex.put(accountId, scopeId, name, text)
      await testIndex.index(accountId, fileId)
      return fileId
    },
    search: async (accountId, scopeIds, query, more = {}) => {
      const surprise = await readSurprise()
      return await inAccount(accountId, (trx) =>
        searchPassages(trx, accountId, { scopeIds, query, most: 10, surprise, ...more }),
      )
    },
    stateOf: async (accountId, fileId) =>
      (await inAccount(accountId, (trx) => statesOf(trx, accountId, [fileId]))).get(fileId),
    async rowsOf(fileId) {
      const found = await sql<{ files: number; passages: number; postings: number }>`
        select (select count(*)::int from indexed_file where file_id = ${fileId}) as files,
          (select count(*)::int from passage where file_id = ${fileId}) as passages,
          (select count(*)::int from posting where file_id = ${fileId}) as postings`.execute(database.kysely)
      return found.rows[0] ?? { files: 0, passages: 0, postings: 0 }
    },
    async close() {
      await data.drop()
      rmSync(folder, { recursive: true })
    },
  }
  return testIndex
}
