import { createServer, type AddressInfo, type LookupFunction, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSafeFetch, EgressRefusedError, isGlobalAddress, type SafeFetch } from './index.ts'
import { safeFetchWith } from './safe-fetch.ts'

let canary: Server
let port: number
let connections = 0
/** The canary's port is open, so that it is the address that is refused. */
let safeFetch: SafeFetch

beforeAll(async () => {
  canary = createServer((socket) => {
    connections++
    socket.on('error', () => undefined)
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\ncanary')
  })
  await new Promise<void>((resolve) => canary.listen(0, () => resolve()))
  port = (canary.address() as AddressInfo).port
  safeFetch = createSafeFetch({ morePorts: [port, 8443] })
})
beforeEach(() => {
  connections = 0
})
afterAll(() => void canary.close())

const forms = [
  ...[
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '①②⑦.⓪.⓪.①',
    '0',
    '0.0.0.0',
    'localhost',
    'localhost.',
    'LOCALHOST',
  ],
  ...[
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[::ffff:a9fe:a9fe]',
    '[64:ff9b::a9fe:a9fe]',
    '[64:ff9b::7f00:1]',
  ],
  ...[
    '[64:ff9b:1::7f00:1]',
    '[2002:a9fe:a9fe::]',
    '[2002:7f00:1::1]',
    '[2001:0:a9fe:a9fe::1]',
    '[2001:0:808:808::80ff:fffe]',
    '[fd00:ec2::254]',
  ],
  ...[
    '[fe80::1]',
    '[ff02::1]',
    '[2001:db8::1]',
    '169.254.169.254',
    '100.100.100.200',
    '198.18.0.1',
    '192.0.0.192',
    '10.0.0.1',
    '172.31.255.255',
  ],
  ...['192.168.1.1', '224.0.0.1', '255.255.255.255', '127.0.0.1.', '127.0.0.1%2e'],
]

test.each(forms)('E01 refused before any connection: %s', async (host) => {
  await expect(safeFetch(`http://${host}:${port}/`)).rejects.toThrow()
  expect(connections).toBe(0)
})

test.each([
  'http:127.0.0.1',
  'http:/\\127.0.0.1',
  'http://example.com@127.0.0.1',
  'file:///etc/passwd',
  'gopher://127.0.0.1',
  'ftp://127.0.0.1',
  '127.0.0.1:6379',
  '//127.0.0.1',
  'data:,x',
  '',
])('E01 refused as an address: %s', async (url) => {
  await expect(safeFetch(url)).rejects.toThrow(EgressRefusedError)
  expect(connections).toBe(0)
})

const names = (answers: string[][]): LookupFunction => {
  let asked = 0
  return (_hostname, _options, callback) => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? []
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
}

test('E03 a host name with any internal address is refused, even if its other addresses are public', async () => {
  for (const answer of [
    ['127.0.0.1'],
    ['93.184.216.34', '127.0.0.1'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::7f00:1'],
  ])
    await expect(
      safeFetchWith(names([answer]), undefined, [port])(`http://rebinding.example:${port}/`),
      answer.join(),
    ).rejects.toThrow(EgressRefusedError)
  expect(connections).toBe(0)
})

test('E03 the checked address is the one connected to: a name is resolved once per connection', async () => {
  let asked = 0
  const lookupName: LookupFunction = (_hostname, _options, callback) => {
    asked++
    callback(null, [{ address: '192.0.2.1', family: 4 }])
  }
  await expect(
    safeFetchWith(lookupName, undefined, [port])(`http://rebinding.example:${port}/`),
  ).rejects.toThrow(EgressRefusedError)
  expect(asked).toBe(1)
})

test.each([
  'https://ok.com.evil/',
  'https://ok.com@evil.example/',
  'https://ok.com:8443/',
  'http://ok.com/',
  'https://ok.com./',
  'https://xok.com/',
])('E07 not the allowed host: %s', async (url) => {
  await expect(safeFetch(url, { allowedHosts: ['ok.com:443'] })).rejects.toThrow(EgressRefusedError)
})

test("E07 only web ports and the operator's listed ports are allowed", async () => {
  const toLoopback = names([['127.0.0.1']])
  const [closed, open] = [safeFetchWith(toLoopback), safeFetchWith(toLoopback, undefined, [8080])]
  for (const other of [22, 25, 6379, 8080, 5432, 444])
    await expect(closed(`http://site.example:${other}/`)).rejects.toThrow('This port is not allowed.')
  for (const url of ['http://site.example/', 'https://site.example/', 'http://site.example:443/'])
    await expect(closed(url)).rejects.toThrow('public internet')
  await expect(open('http://site.example:8080/')).rejects.toThrow('public internet')
})

test('E07 the allowed host matches in any letter case', async () => {
  const lookupName = names([['127.0.0.1']])
  // The allow list lets it pass; the address then stops it.
  await expect(
    safeFetchWith(lookupName)('https://OK.com/', { allowedHosts: ['ok.com:443'] }),
  ).rejects.toThrow('public internet')
})

test.each([
  ['8.8.8.8', true],
  ['93.184.216.34', true],
  ['2606:4700:4700::1111', true],
  ['2a00:1450:4001::200e', true],
  ['::ffff:8.8.8.8', true],
  ['64:ff9b::808:808', true],
  ['2002:808:808::1', true],
  ['2002:a00:1::1', false],
  ['2001:0:808:808::f7f7:f7f7', true],
  ['2001:20::1', false],
  ['3fff::1', false],
  ['4000::1', false],
  ['fe80::1%eth0', false],
  ['not an address', false],
  ['', false],
])('E01 %s is global: %s', (address, isGlobal) => {
  expect(isGlobalAddress(address)).toBe(isGlobal)
})
