import {
  contract,
  type Endpoint,
  type EndpointName,
  ErrorReply,
  mintId,
  possibleErrors,
} from '@atrium/contract'
import { checkInvariants, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { oneOf, type Random, seededRandom, spoil, type Target } from '@atrium/testkit/fuzz.ts'
import { type RawReply, type RawRequest, sendRaw } from '@atrium/testkit/raw-request.ts'
import { soundRequests } from '@atrium/testkit/sound-requests/index.ts'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'

/** How many requests and from which seed: `FUZZ_REQUESTS=200000 FUZZ_SEED=7 npx vitest run apps/server/src/fuzz.test.ts`. */
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 5_000)
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121)
const atOnce = 8

let world: World
let kim: TestPerson
const incidents: string[] = []
const rejections: unknown[] = []
const remember = (reason: unknown) => void rejections.push(reason)

beforeAll(async () => {
  process.on('unhandledRejection', remember)
  world = await startWorld({
    databaseHost: inject('databaseHost'),
    logTo: { write: (line) => void (/"level":(50|60)/.test(line) && incidents.push(line)) },
  })
  world.model.script('*', [{ text: 'Tea.' }, { finish: 'stop' }])
  kim = await world.signUp()
})
afterAll(async () => {
  process.off('unhandledRejection', remember)
  await world.close()
})

const names = Object.keys(contract) as EndpointName[]

async function targetFor(random: Random): Promise<Target> {
  const endpoint: Endpoint = contract[oneOf(random, names)]
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
  const parts = oneOf(random, soundRequests[endpoint.name as EndpointName]).make(things, things)
  return {
    endpoint,
    parts,
    headers: {
      ...(!['anyone', 'file-signature', 'refresh-cookie'].includes(endpoint.caller) && {
        authorization: `Bearer ${kim.api.token}`,
      }),
      ...(endpoint.caller.startsWith('account-') && { 'workspace-id': kim.accountId }),
      ...(endpoint.caller === 'refresh-cookie' && { origin: world.url }),
      ...(endpoint.idempotency === 'key' && { 'idempotency-key': mintId('message') }),
    },
  }
}

/** A server that refuses a large body early may close the connection during the transfer. */
const cutOff = ({ body = '' }: RawRequest, error: string) =>
  Buffer.byteLength(body) > 64 * 1024 ? undefined : error

/** The fault in a reply, if any. */
function faultOf({ endpoint }: Target, request: RawRequest, reply: RawReply): string | undefined {
  if (reply.status >= 500) return `status ${reply.status}`
  if (request.method === 'HEAD' || reply.status === 204) return undefined
  const isPage = reply.headers['content-type']?.startsWith('text/html')
  if (reply.status < 400) return undefined
  if (isPage) return 'an error as a page'
  const error = ErrorReply.safeParse(asJson(reply.text))
  if (!error.success) return `no error of the contract: ${reply.text.slice(0, 200)}`
  const isAsDeclared = request.method === endpoint.method
  const allowed = [...possibleErrors(endpoint), 'NOT_FOUND', 'METHOD_NOT_ALLOWED']
  if (isAsDeclared && !allowed.includes(error.data.code)) return `${error.data.code} is not declared`
  return error.data.statusCode === reply.status ? undefined : 'status and statusCode differ'
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const shown = ({ method, path, headers, body }: RawRequest) =>
  `${method} ${path.slice(0, 200)} ${JSON.stringify({ ...headers, authorization: undefined }).slice(0, 400)} ${String(body ?? '').slice(0, 300)}`

test(
  `D01 F17 D05 ${requests} malformed requests to every endpoint end in errors of the contract, and the server keeps running`,
  { timeout: 60_000 + requests * 60 },
  async () => {
    const random = seededRandom(seed)
    const faults: string[] = []
    const seen = new Map<number, number>()
    let slowest = { ms: 0, request: '' }
    let left = requests
    const worker = async () => {
      while (left-- > 0 && faults.length < 20) {
        const target = await targetFor(random)
        const request = spoil(random, target)
        const startedMs = performance.now()
        const reply = await sendRaw(world.url, request).catch((error: unknown) => String(error))
        const ms = performance.now() - startedMs
        if (ms > slowest.ms) slowest = { ms, request: shown(request) }
        const fault = typeof reply === 'string' ? cutOff(request, reply) : faultOf(target, request, reply)
        if (typeof reply !== 'string') seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1)
        if (fault) faults.push(`${fault} · ${target.endpoint.name} · ${shown(request)}`)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    console.info(`seed ${seed}:`, Object.fromEntries(seen), 'slowest', slowest)
    expect(faults).toEqual([])
    expect(incidents).toEqual([])
    expect(rejections).toEqual([])
    expect((await fetch(`${world.url}/readyz`)).status).toBe(200)
    await vi.waitFor(async () =>
      expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([]),
    )
  },
)
