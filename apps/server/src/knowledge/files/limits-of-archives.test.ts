import { buffer } from 'node:stream/consumers'
import { call } from '@atrium/testkit/api-client.ts'
import type { FileId } from '@atrium/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ZipFile } from 'yazl'
import { parsePlans } from '../../accounts/index.ts'
import { indexFile } from '../../retrieval/index.ts'
import { add, type Library, list, openLibrary, openRoom, type Reader } from '../knowledge-for-tests.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary(inject('databaseHost'))
})
afterAll(() => library.close())

/** The text limit in these plans, for one file and for the files of one archive together. */
const plansWith = (limits: string) =>
  parsePlans(
    `default: Basic\nplans:\n  - { name: Basic, rag_allowed: true, enable_reports: true, monthly_credits: { team: 1, member: 1 }, price: { USD: 0, INR: 0 }, ${limits} }`,
    'plans.yaml',
  )
/** A text that becomes this many passages, of about 1,000 bytes each. */
const textOf = (passages: number, about: string) =>
  Array.from({ length: passages }, (_, at) => `${about} ${at} ${'word '.repeat(200)}`).join('\n\n')

async function zipOf(files: number, passages: number): Promise<Buffer> {
  const zip = new ZipFile()
  for (let file = 0; file < files; file += 1)
    zip.addBuffer(Buffer.from(textOf(passages, `Text ${file}`)), `${file}.txt`)
  zip.end()
  return buffer(zip.outputStream)
}

async function indexAll({ accountId }: Reader, limits: string, atOnce = false): Promise<void> {
  const ports = { ...library.ports, plans: plansWith(limits) }
  const { signal } = new AbortController()
  const index = (fileId: FileId) => indexFile(ports, { accountId, fileId }, signal)
  const files = library.toBeRead.splice(0)
  if (atOnce) await Promise.all(files.map(index))
  else for (const fileId of files) await index(fileId)
}
const problemsIn = async (room: Reader) =>
  (await list(room)).data.map(({ state }) => state.problem).filter((problem) => problem !== null)

test.each([
  ['rag_max_passages: 50', 'TOO_MANY_PASSAGES', 20],
  // Some 1,010 bytes a passage.
  ['rag_max_text_size: 1', 'TOO_MUCH_TEXT', 400],
])(
  'F07 KB-03 the files of an archive share the limit %s, even if each is below it',
  async (limits, problem, passages) => {
    for (const atOnce of [false, true]) {
      const room = await openRoom(library)
      expect(await add(room, 'Many.zip', await zipOf(4, passages))).toBe('stored')
      await indexAll(room, limits, atOnce)
      expect(await problemsIn(room)).toEqual([problem, problem])
      // The refused archive leaves nothing.
      const kept = await library.testDatabase.database.kysely
        .selectFrom('passage')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('account_id', '=', room.accountId)
        .executeTakeFirst()
      expect(Number(kept?.count)).toBe(2 * passages)
    }
  },
)

test('KB-03 single files have the full limit each; deleting a file of an archive frees its share', async () => {
  const room = await openRoom(library)
  for (const name of ['a.txt', 'b.txt', 'c.txt'])
    expect(await add(room, name, textOf(20, name))).toBe('stored')
  await indexAll(room, 'rag_max_passages: 50')
  expect(await problemsIn(room)).toEqual([])

  const packed = await openRoom(library)
  expect(await add(packed, 'Many.zip', await zipOf(3, 20))).toBe('stored')
  await indexAll(packed, 'rag_max_passages: 50')
  const { data } = await list(packed)
  const [failed] = data.filter(({ state }) => state.problem === 'TOO_MANY_PASSAGES')
  const [read] = data.filter(({ state }) => state.problem === null)
  await call('deleteContextFile', packed, { params: { roomId: packed.roomId, fileId: read?.id as FileId } })
  await call('retryFile', packed, { params: { fileId: failed?.id as FileId } })
  await indexAll(packed, 'rag_max_passages: 50')
  expect(await problemsIn(packed)).toEqual([])
})
