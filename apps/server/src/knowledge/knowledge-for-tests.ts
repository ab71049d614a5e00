import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import multipart from '@fastify/multipart'
import {
  contentTypeOf,
  type FileId,
  type RoomAccess,
  type RoomId,
  type UploadForm,
  type UserId,
} from '@atrium/contract'
import { type ApiSettings, call } from '@atrium/testkit/api-client.ts'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { openTestAccount, testPlans } from '@atrium/testkit/people.ts'
import { buildRoutesApp } from '@atrium/testkit/routes-app.ts'
import { postForm } from '@atrium/testkit/upload-context-file.ts'
import { createFileLinks, fileBindings } from '../files/index.ts'
import { createTestClock, type TestClock } from '../platform/clock.ts'
import { inTenant } from '../platform/database/index.ts'
import { createLog } from '../platform/log.ts'
import { Secret } from '../platform/config/secret.ts'
import { createDiskStorage } from '../platform/storage/index.ts'
import { createRoom, roomBindings, roomMemberBindings } from '../rooms/index.ts'
import { portsFor } from '../rooms/ports-for-tests.ts'
import { Failure } from '../platform/failure.ts'
import { contextFileReceiver, knowledgeBindings, type KnowledgePorts, type SourceJob } from './index.ts'

export type Library = {
  url: string
  clock: TestClock
  testDatabase: TestDatabase
  ports: KnowledgePorts
  /** The files enqueued for indexing, in order. */
  toBeRead: FileId[]
  /** The sources enqueued for fetching, in order. */
  toBeFetched: SourceJob[]
  /** The files in the account's storage folder. */
  stored(api: ApiSettings): string[]
  /** Incomplete uploads. */
  arriving(): string[]
  close(): Promise<void>
}

/** Canvases and chats belong to nouns that this one doesn't know. */
const noDocuments: KnowledgePorts['documents']['canvas'] = {
  requireSharer: () => Promise.reject(new Failure('NOT_FOUND')),
  read: () => Promise.resolve(null),
}

/** Rooms and their files on a real server, database and disk. The bearer token is the user's id. */
export async function openLibrary(databaseHost: string): Promise<Library> {
  const testDatabase = await createTestDatabase(databaseHost)
  const { database } = testDatabase
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-knowledge-'))
  const clock = createTestClock()
  const secret = new Secret('s'.repeat(32))
  const storage = createDiskStorage({ folder, secret, uploadUrl: '/api/files/upload', clock })
  const toBeRead: FileId[] = []
  const toBeFetched: SourceJob[] = []
  const ports: KnowledgePorts = {
    database,
    storage,
    log: createLog({ level: 'silent' }),
    plans: testPlans,
    mainApiUrl: '/api',
    fileLinks: createFileLinks({ secret, clock }),
    enqueueIndexing: async (_trx, { fileId }) => void toBeRead.push(fileId),
    documents: { canvas: noDocuments, chat: { ...noDocuments, findTurns: async () => [] } },
    enqueueFetch: async (_trx, job) => void toBeFetched.push(job),
    onKnowledgeChanged: () => {},
  }
  const rooms = { ...portsFor(database), storage }
  const app = buildRoutesApp(database, [
    ...fileBindings({ database, storage, receivers: [contextFileReceiver(ports)] }),
    ...roomBindings(rooms),
    ...roomMemberBindings(rooms),
    ...knowledgeBindings(ports),
  ])
  await app.register(multipart)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    clock,
    testDatabase,
    ports,
    toBeRead,
    toBeFetched,
    stored({ accountId }) {
      const home = path.join(folder, 'acct', accountId ?? '')
      return readdirSync(path.join(folder, 'acct')).includes(accountId ?? '')
        ? readdirSync(home).filter((name) => !name.endsWith('.facts'))
        : []
    },
    arriving: () => readdirSync(path.join(folder, '.unfinished')),
    async close() {
      await app.close()
      await testDatabase.drop()
      rmSync(folder, { recursive: true })
    },
  }
}

export type Reader = ApiSettings & {
  userId: UserId
  accountId: NonNullable<ApiSettings['accountId']>
  roomId: RoomId
}

/** The owner of a new account with a room of their own. */
export async function openRoom(
  { url, testDatabase: { database } }: Library,
  accessType: RoomAccess = 'PRIVATE',
): Promise<Reader> {
  const { accountId, ownerId } = await openTestAccount(database)
  const room = await inTenant(database, { accountId, userId: ownerId }, (trx) =>
    createRoom(trx, { accountId, userId: ownerId }, { name: 'Research', accessType }),
  )
  return { url, token: ownerId, userId: ownerId, accountId, roomId: room.id }
}

/** The same room as another person. */
export const as = (room: Reader, userId: UserId): Reader => ({ ...room, token: userId, userId })

export const formFor = async (reader: Reader, filename: string, sizeBytes?: number): Promise<UploadForm> =>
  (
    await call('getUploadForm', reader, {
      query: {
        filename,
        'content-type': contentTypeOf(filename),
        ...(sizeBytes !== undefined && { size: String(sizeBytes) }),
      },
    })
  ).data

export type Refusal = { status: number; code: string; details?: Record<string, unknown> }

/** Posts bytes by a form; returns the server's refusal, or 'stored'. */
export async function post(
  reader: Reader,
  form: UploadForm,
  bytes: Uint8Array | string,
): Promise<Refusal | 'stored'> {
  const response = await postForm(reader.url, form, Buffer.from(bytes as string))
  if (response.status === 204) return 'stored'
  const { code, details } = (await response.json()) as Refusal
  return { status: response.status, code, ...(details && { details }) }
}

/** Requests a form for a file and uploads it. */
export const add = async (reader: Reader, filename: string, bytes: Uint8Array | string = 'Some text.') =>
  post(reader, await formFor(reader, filename), bytes)

export const list = (reader: Reader, query: { page?: string; page_size?: string } = {}) =>
  call('listContextFiles', reader, { params: { roomId: reader.roomId }, query })

export const namesIn = async (reader: Reader): Promise<string[]> =>
  (await list(reader)).data.map(({ name }) => name)
