import { ErrorReply } from '@atrium/contract'
import { call, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startNginx } from './nginx-for-tests.ts'
import { openSocket } from './one-socket-for-tests.ts'

const megabyte = 1024 * 1024
let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp()
})
afterAll(() => world.close())

type Form = { fields: Record<string, string> }
type Refused = { head: string[]; body: Buffer; code: string }

/** A form with a file that is larger than was signed. */
function tooLarge({ fields }: Form, sizeBytes = 27 * megabyte): { head: string[]; body: Buffer } {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
  const body = Buffer.concat([
    Buffer.from(parts.join('') + file),
    Buffer.alloc(sizeBytes, 'a'),
    Buffer.from('\r\n--b--\r\n'),
  ])
  return { head: posted('/api/files/upload', 'multipart/form-data; boundary=b', body), body }
}

const posted = (path: string, type: string, body: Buffer, more: string[] = []) => [
  `POST ${path} HTTP/1.1`,
  `Content-Type: ${type}`,
  `Content-Length: ${body.byteLength}`,
  ...more,
]

const formOf = async (kind: string): Promise<Form> => {
  const { api, accountId } = kim
  const query = { 'content-type': 'image/png' as const }
  const ofAccount = {
    params: { id: accountId, filename: 'a.png' },
    query: { 'cache-control': 'public', ...query },
  }
  if (kind === 'logo of an account') return (await call('getLogoUploadForm', api, ofAccount)).data
  if (kind === 'picture of a person')
    return (await call('getPictureUploadForm', api, { params: { filename: 'a.png' }, query })).data
  if (kind === 'file of a question') {
    const asked = { filename: 'a.txt', 'content-type': 'text/plain' as const }
    return (await call('getAttachmentForm', api, { query: asked })).data
  }
  return (await call('getUploadForm', api, { query: { filename: 'a.txt', size: '1000' } })).data
}

const uploads = ['file of a room', 'logo of an account', 'picture of a person', 'file of a question']
const cases: Record<string, () => Promise<Refused>> = {
  ...Object.fromEntries(
    uploads.map((kind) => [
      kind,
      async () => ({
        ...tooLarge(await formOf(kind), kind === 'file of a question' ? 101 * megabyte : undefined),
        code: 'FILE_TOO_LARGE',
      }),
    ]),
  ),
  'form that nobody signed': async () => ({
    ...tooLarge({ fields: { key: 'logo/a.png' } }),
    code: 'UPLOAD_REFUSED',
  }),
  'form with too long a field': async () => ({
    ...tooLarge({ fields: { key: 'a'.repeat(100_000) } }),
    code: 'INVALID_INPUT',
  }),
  'body that is no form': async () => {
    const body = Buffer.alloc(27 * megabyte)
    return { head: posted('/api/files/upload', 'image/png', body), body, code: 'UNSUPPORTED_MEDIA_TYPE' }
  },
  'JSON beyond its limit': async () => {
    const body = Buffer.alloc(27 * megabyte, ' ')
    const more = [`Authorization: Bearer ${kim.api.token}`]
    return { head: posted('/stream/answer', 'application/json', body, more), body, code: 'PAYLOAD_TOO_LARGE' }
  },
  'JSON in chunks beyond its limit': async () => {
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(megabyte, ' '), Buffer.from('\r\n')])
    const body = Buffer.concat([...Array.from({ length: 27 }, () => chunk), Buffer.from('0\r\n\r\n')])
    const head = [
      'POST /api/user/teams HTTP/1.1',
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    ]
    return { head, body, code: 'PAYLOAD_TOO_LARGE' }
  },
  'body of a path that is not there': async () => {
    const body = Buffer.alloc(27 * megabyte, ' ')
    return { head: posted('/api/nothing', 'image/png', body), body, code: '' }
  },
}

test.each(Object.keys(cases))(
  'a refused %s is answered and drained, and its connection closed',
  async (name) => {
    const { head, body, code } = await cases[name]!()
    const line = await openSocket(world.url)
    const { status, headers, text } = await line.exchange(head, body)
    expect(status).toBeGreaterThanOrEqual(400)
    const reply = ErrorReply.parse(JSON.parse(text))
    if (code) expect(reply.code).toBe(code)
    expect(headers['connection']).toBe('close')
    await line.ended()
  },
)

test('a refused body of ordinary size keeps its connection open', async () => {
  const line = await openSocket(world.url)
  const body = Buffer.from('{"name": 1}')
  for (let count = 0; count < 3; count += 1) {
    const { status, headers } = await line.exchange(posted('/api/user/teams', 'application/json', body), body)
    expect([status, headers['connection']]).toEqual([401, 'keep-alive'])
  }
  line.socket.destroy()
})

describe.each(['on', 'off'])('behind nginx with proxy_request_buffering %s', (requestBuffering) => {
  let nginx: Awaited<ReturnType<typeof startNginx>>
  beforeAll(async () => {
    nginx = await startNginx({ target: world.url, requestBuffering })
  })
  afterAll(() => nginx.close())

  test.each(Object.keys(cases))(
    'a refused %s is answered, and nginx serves the next request',
    async (name) => {
      const { head, body, code } = await cases[name]!()
      const line = await openSocket(nginx.url)
      const { status, text } = await line.exchange(head, body)
      if (code) expect(ErrorReply.parse(JSON.parse(text)).code).toBe(code)
      expect(status).toBeLessThan(500)
      // If nginx streams a body to the server, it closes the connection of a client that is still sending.
      const next = requestBuffering === 'on' ? line : await openSocket(nginx.url)
      expect((await next.exchange(['GET /healthz HTTP/1.1'])).status).toBe(200)
      for (const { socket } of [line, next]) socket.destroy()
    },
  )
})
