import type { Endpoint } from '@atrium/contract'
import { pathOf } from './api-client.ts'
import type { RawRequest } from './raw-request.ts'
import type { RequestParts } from './sound-requests/index.ts'

/** Numbers from 0 up to 1 that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export type Random = () => number
export const oneOf = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value

/** Values that have broken validators, databases and parsers elsewhere, as JSON texts. */
const nastyJson: readonly string[] = [
  'null',
  'true',
  'false',
  '0',
  '-1',
  '1.5',
  '1e308',
  '-0',
  '9007199254740993',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '""',
  '" "',
  '"undefined"',
  '"null"',
  '"__proto__"',
  '"constructor"',
  '{"__proto__":{"role":"owner"}}',
  '{"constructor":{"prototype":{}}}',
  '{"length":1}',
  '{"toString":1}',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"a\\ud83d"',
  '"\\u202egnp.exe"',
  '"\\u2066x\\u2069"',
  '"e\\u0301\\u0301\\u0301"',
  '"\\r\\nSet-Cookie: a=b"',
  '"\'; drop table chat; --"',
  '"%00"',
  '"../../etc/passwd"',
  '"${7*7}{{7*7}}#{7*7}"',
  '"<img src=x onerror=alert(1)>"',
  '"chat_00000000-0000-7000-8000-000000000000"',
  '"-1"',
  '"NaN"',
  '"Infinity"',
  `"${'a'.repeat(100_000)}"`,
  `"${'a@'.repeat(20_000)}"`,
  `"${'\u{1F600}'.repeat(10_000)}"`,
  `"${'1'.repeat(20_000)}.${'1'.repeat(20_000)}@a.b"`,
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `[${'0,'.repeat(20_000)}0]`,
  '"2026-13-45T99:99:99Z"',
]

const brokenBodies: readonly (string | Buffer)[] = [
  '',
  ' ',
  'null',
  '[]',
  '{}',
  '0',
  '"text"',
  '{',
  '{"a":',
  "{'a':1}",
  '{"a":1,}',
  '\uFEFF{}',
  'undefined',
  'NaN',
  '['.repeat(50_000),
  '{"a":'.repeat(20_000),
  Buffer.from([0xff, 0xfe, 0x00]),
  Buffer.from('{"name":"\xff\xfe"}', 'latin1'),
  '\0',
  `{"a":"${'x'.repeat(300_000)}"}`,
]

const contentTypes: readonly (string | undefined)[] = [
  undefined,
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'application/json;;;',
  'application/jsonp',
  'application/vnd.api+json',
  'json',
  '*/*',
  `application/json; a=${'b'.repeat(2_000)}`,
]

const nastyInPath: readonly string[] = [
  '',
  '%',
  '%00',
  '%ff',
  '%2e%2e%2f',
  '..%2f..%2fetc%2fpasswd',
  '%E0%A4%A',
  '*',
  ':chatId',
  '__proto__',
  'null',
  '%0d%0aSet-Cookie:%20a=b',
  '%F0%9F%98',
  'a'.repeat(299),
  'a'.repeat(4_000),
  'chat_00000000-0000-7000-8000-000000000000',
  '%20',
  '..;',
  '%u0000',
  "'%20or%201=1--",
]

const nastyHeaders: readonly string[] = [
  '',
  ' ',
  'null',
  ',',
  'a,b',
  'account_00000000-0000-7000-8000-000000000000',
  '__proto__',
  'x'.repeat(5_000),
  "' or 1=1",
  '-1',
  '1e9',
  '99999999999',
  '\xe9\xff',
  'Bearer',
  'Bearer ',
  'Basic YTpi',
  'bearer a.b.c',
  'Bearer eyJhbGciOiJub25lIn0.e30.',
]

export type Target = { endpoint: Endpoint; parts: RequestParts; headers: Record<string, string> }

type Mutation = (random: Random, request: RawRequest, target: Target) => void

const mutations: readonly Mutation[] = [
  function brokenBody(random, request) {
    request.body = oneOf(random, brokenBodies)
    request.headers['content-type'] = 'application/json'
  },
  function noBody(_random, request) {
    delete request.body
    delete request.headers['content-type']
  },
  function otherContentType(random, request) {
    const type = oneOf(random, contentTypes)
    if (type === undefined) delete request.headers['content-type']
    else request.headers['content-type'] = type
    request.body ??= oneOf(random, brokenBodies)
  },
  nastyField,
  nastyField,
  nastyField,
  nastyField,
  function unknownField(random, request, { parts }) {
    const field = oneOf(random, [
      '"__proto__"',
      '"constructor"',
      '"prototype"',
      '"role"',
      '"account_id"',
      '"isError"',
      '""',
    ])
    setBody(
      request,
      `{${[...fieldsOf(parts), [field, oneOf(random, nastyJson)]].map((pair) => pair.join(':')).join(',')}}`,
    )
  },
  function fieldTwice(random, request, { parts }) {
    const fields = fieldsOf(parts)
    const [name] = fields.length > 0 ? oneOf(random, fields) : ['"a"']
    setBody(
      request,
      `{${[...fields, [name, oneOf(random, nastyJson)]].map((pair) => pair.join(':')).join(',')}}`,
    )
  },
  function missingField(random, request, { parts }) {
    const fields = fieldsOf(parts)
    fields.splice(Math.floor(random() * fields.length), 1)
    setBody(request, `{${fields.map((pair) => pair.join(':')).join(',')}}`)
  },
  function nastyParameter(random, request, { endpoint, parts }) {
    const names = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
    if (names.length === 0) return
    const name = oneOf(random, names)
    const marked = pathOf(endpoint, { ...parts, params: { ...parts.params, [name]: 'MARKED' } })
    request.path = marked.replace('MARKED', oneOf(random, nastyInPath))
  },
  function nastyQuery(random, request, { endpoint }) {
    const shape = (endpoint.query as { shape?: object } | undefined)?.shape ?? {}
    const name = oneOf(random, [
      ...Object.keys(shape),
      ...Object.keys(shape),
      'unknown',
      '__proto__',
      'a[b][c]',
      'constructor',
    ])
    const values = Array.from(
      { length: 1 + Math.floor(random() * 2) },
      () => `${name}=${oneOf(random, nastyInPath)}`,
    )
    request.path += `${request.path.includes('?') ? '&' : '?'}${values.join('&')}`
  },
  function nastyHeader(random, request) {
    const name = oneOf(random, [
      'workspace-id',
      'account-id',
      'room-id',
      'idempotency-key',
      'last-event-id',
      'authorization',
      'cookie',
      'origin',
      'accept',
      'accept-encoding',
      'x-forwarded-for',
      'x-forwarded-proto',
      'forwarded',
      'range',
      'if-none-match',
      'content-encoding',
      'accept-language',
      'x-http-method-override',
    ])
    request.headers[name] = oneOf(random, nastyHeaders)
  },
  function headerTwice(random, request) {
    const name = oneOf(random, ['workspace-id', 'account-id', 'room-id', 'idempotency-key', 'last-event-id'])
    request.headers[name] = [oneOf(random, nastyHeaders), String(request.headers[name] ?? 'x')]
  },
  function otherMethod(random, request) {
    request.method = oneOf(random, [
      'GET',
      'HEAD',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
    ])
  },
  function nothingChanged() {},
]

function nastyField(random: Random, request: RawRequest, { parts }: Target): void {
  const leaves = leavesOf(parts.body)
  if (leaves.length === 0) return
  const leaf = oneOf(random, leaves)
  const marked = JSON.stringify(parts.body, function (this: unknown, key: string, value: unknown) {
    return this === leaf.holder && key === leaf.key ? 'MARKED' : value
  })
  setBody(
    request,
    marked.replace('"MARKED"', () => oneOf(random, nastyJson)),
  )
}

type Leaf = { holder: object; key: string }
const leavesOf = (value: unknown): Leaf[] =>
  typeof value === 'object' && value !== null && !(value instanceof FormData)
    ? Object.entries(value).flatMap(([key, inner]) => [{ holder: value, key }, ...leavesOf(inner)])
    : []

const fieldsOf = ({ body }: RequestParts): string[][] =>
  typeof body === 'object' && body !== null && !(body instanceof FormData)
    ? Object.entries(body).map(([name, value]) => [JSON.stringify(name), JSON.stringify(value)])
    : []

function setBody(request: RawRequest, body: string): void {
  request.body = body
  request.headers['content-type'] = 'application/json'
}

/** A sound request with one thing wrong, sometimes two, sometimes none. The same random numbers make the same request. */
export function spoil(random: Random, target: Target): RawRequest {
  const { endpoint, parts, headers } = target
  const request: RawRequest = {
    method: endpoint.method,
    path: pathOf(endpoint, parts),
    headers: { ...headers, ...parts.headers },
  }
  if (parts.body !== undefined && !(parts.body instanceof FormData))
    setBody(request, JSON.stringify(parts.body))
  oneOf(random, mutations)(random, request, target)
  if (random() < 0.2) oneOf(random, mutations)(random, request, target)
  return request
}
