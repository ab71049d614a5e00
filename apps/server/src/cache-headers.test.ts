import { contract, type Endpoint, type EndpointName, mintId } from '@atrium/contract'
import { send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { soundRequests } from '@atrium/testkit/sound-requests/index.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp()
})
afterAll(() => world.close())

/** Public responses, cacheable by everybody; all others are private to the caller. */
const isPublic: EndpointName[] = ['getLogo', 'getPicture', 'getSigningKeys' as EndpointName]
const vary = ['Authorization', 'Workspace-Id', 'Room-Id']

const expectPrivate = (response: Response) => {
  expect(response.headers.get('cache-control')).toMatch(/^private, no-store(, no-transform)?$/)
  const varies = response.headers.get('vary')?.split(', ') ?? []
  expect(varies).toEqual(expect.arrayContaining(vary))
}

test.each(Object.keys(contract) as EndpointName[])('no cache may store a reply of %s', async (name) => {
  const endpoint: Endpoint = contract[name]
  const things = {
    accountId: kim.accountId,
    roomId: kim.roomId,
    fileId: mintId('file'),
    baseId: mintId('base'),
    accountBaseId: mintId('base'),
    chatId: mintId('chat'),
    turnId: mintId('turn'),
    promptId: mintId('prompt'),
    canvasId: mintId('canvas'),
    threadId: mintId('thread'),
    commentId: mintId('comment'),
    invocationId: mintId('invocation'),
    scheduleId: mintId('schedule'),
  }
  const { params, query, body } = soundRequests[name][0]?.make(things, things) ?? {}
  const parts = { ...(params && { params }), ...(query && { query }), ...(body !== undefined && { body }) }
  for (const api of [{ url: world.url }, kim.api]) {
    const response = await send(endpoint, api, parts)
    void response.body?.cancel()
    const mayBeKept = isPublic.includes(name) || endpoint.path.includes('jwks')
    if (!(mayBeKept && response.ok)) expectPrivate(response)
  }
})

test('refusals, unknown paths and malformed requests are not cacheable', async () => {
  for (const path of ['/api/nothing', '/api/user/info', '/.well-known/x', '/%zz', '/api/files/logo/none.png'])
    expectPrivate(await fetch(world.url + path))
})
