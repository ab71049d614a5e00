import { createServer, type AddressInfo } from 'node:net'
import { Agent, fetch } from 'undici'
import { expect, test } from 'vitest'
import { EgressRefusedError, guardedConnect, isOwnOrGlobalAddress } from './index.ts'

test.each([
  ...['127.0.0.1', '10.1.2.3', '172.16.0.9', '192.168.1.1', '100.64.0.1', '8.8.8.8'],
  ...['::1', 'fd12:3456::1', '2606:4700::1111', '::ffff:127.0.0.1', '::ffff:192.168.1.1'],
])('MODEL-06 a system administrator may connect to %s', (address) => {
  expect(isOwnOrGlobalAddress(address)).toBe(true)
})

test.each([
  ...['169.254.169.254', '169.254.170.2', '100.100.100.200', '168.63.129.16', '192.0.0.192'],
  ...['0.0.0.0', '224.0.0.1', '255.255.255.255', '192.0.2.1', '', 'localhost'],
  ...['::', 'fe80::1', 'fe80::1%eth0', 'ff02::1', 'fd00:ec2::254', 'fd20:ce::254', '2001:db8::1'],
  ...[
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b::a83f:8110',
    '2002:a9fe:a9fe::1',
    '::a9fe:a9fe',
  ],
])('MODEL-06 connections to %s are refused: a cloud metadata address or not a host', (address) => {
  expect(isOwnOrGlobalAddress(address)).toBe(false)
})

test('MODEL-06 E03 the address is checked on connecting, also for a name whose DNS answer changes', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const answers = ['127.0.0.1', '169.254.169.254']
  const agent = new Agent({
    keepAliveTimeout: 1,
    connect: guardedConnect({
      isAllowed: isOwnOrGlobalAddress,
      refusal: 'Not there.',
      lookupName: (_name, _options, callback) =>
        callback(null, [{ address: answers.shift() ?? '', family: 4 }]),
    }),
  })
  const ask = () =>
    fetch(`http://rebinding.test:${port}/`, { dispatcher: agent }).then((reply) => reply.text())
  expect(await ask()).toBe('ok')
  await expect(ask()).rejects.toMatchObject({ cause: expect.any(EgressRefusedError) as unknown })
  await agent.destroy()
  server.close()
})
