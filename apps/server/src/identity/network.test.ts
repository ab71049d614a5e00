import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test('S03 an IPv6 caller is its /64 network, an IPv4 caller its address, in any notation', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::1'))
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('::ffff:203.0.113.7')).not.toBe(networkOf('::ffff:203.0.113.8'))
  expect(networkOf('fe80::1%eth0')).toBe(networkOf('fe80::2'))
})
