import { call } from '@atrium/testkit/api-client.ts'
import { type ObjectStore, startObjectStore } from '@atrium/testkit/object-store.ts'
import { uploadContextFile } from '@atrium/testkit/upload-context-file.ts'
import { startWorld, type TestPerson, type World } from '@atrium/testkit/world.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { Secret } from '../../platform/config/secret.ts'
import { createS3Storage } from '../../platform/storage/s3-storage.ts'

let store: ObjectStore
let world: World
let kim: TestPerson

beforeAll(async () => {
  store = await startObjectStore()
  world = await startWorld({
    databaseHost: inject('databaseHost'),
    storage: createS3Storage({
      secret: new Secret('s'.repeat(32)),
      uploadUrl: '/api/files/upload',
      clock: systemClock,
      bucket: store.bucket,
      region: store.region,
      endpoint: store.url,
      accessKeyId: store.accessKeyId,
      secretAccessKey: new Secret(store.secretAccessKey),
    }),
  })
  kim = await world.signUp()
})
afterAll(async () => {
  await world.close()
  await store.close()
})

const text = (name: string, content: string) => ({ name, bytes: new TextEncoder().encode(content) })
const files = async () =>
  (await call('listContextFiles', kim.api, { params: { roomId: kim.roomId }, query: {} })).data

test('OPS-02 KB-01 KB-05 KB-08 with a bucket, a file is uploaded by the same form, indexed, opened and deleted, and stored only there', async () => {
  await uploadContextFile(kim.api, text('tea.txt', 'Tea leaves wither for eighteen hours.'))
  expect([...store.objects].map(([, { bytes, contentType }]) => [String(bytes), contentType])).toEqual([
    ['Tea leaves wither for eighteen hours.', 'text/plain'],
  ])
  await expect.poll(async () => (await files())[0]?.state.status).toBe('COMPLETED')
  const [file] = await files()
  if (!file) throw new Error('There should be a file.')
  const { data: link } = await call('getFileLink', kim.api, { query: { file_id: file.id } })
  const opened = await fetch(new URL(link.url, world.url))
  expect(await opened.text()).toBe('Tea leaves wither for eighteen hours.')
  await call('deleteContextFile', kim.api, { params: { roomId: kim.roomId, fileId: file.id } })
  expect(await files()).toEqual([])
  await expect.poll(() => store.objects.size).toBe(0)
})

test.each(['PUT', 'GET', 'HEAD'])(
  'B29 a bucket that refuses %s during an upload keeps no file, and the same upload succeeds once it recovers',
  async (refused) => {
    const file = text(`${refused}.txt`, `Stored at last: ${refused}.`)
    store.refuse = ({ method }) => (method === refused ? 403 : undefined)
    await expect(uploadContextFile(kim.api, file)).rejects.toThrow()
    store.refuse = null
    expect((await files()).map(({ name }) => name)).not.toContain(file.name)
    await uploadContextFile(kim.api, file)
    await expect
      .poll(async () => (await files()).find(({ name }) => name === file.name)?.state.status)
      .toBe('COMPLETED')
  },
)
