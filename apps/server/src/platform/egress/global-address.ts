import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { Address6 } from 'ip-address'

/** IANA's registry of special-purpose IPv4 addresses, with multicast and the former class E. */
const specialIPv4 = [
  ...[
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
  ],
  ...[
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '192.175.48.0/24',
    '198.18.0.0/15',
  ],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]
/** The same for IPv6, inside 2000::/3; everything outside is refused anyway. 2001::/23 has Teredo, ORCHID and benchmarks. */
const specialIPv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

const special = new BlockList()
for (const [family, networks] of [
  ['ipv4', specialIPv4],
  ['ipv6', specialIPv6],
] as const)
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    special.addSubnet(address, Number(prefix), family)
  }
const globalIPv6 = new BlockList()
globalIPv6.addSubnet('2000::', 3, 'ipv6')

/**
 * Returns whether an address is on the public internet. Extracts and checks IPv4 addresses inside IPv6 ones: mapped, compatible,
 * NAT64, 6to4, Teredo. False for anything but a plain address, and with a zone.
 */
export function isGlobalAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  const embedded = embeddedIPv4(address)
  if (embedded !== undefined) return embedded.every(isGlobalAddress)
  return globalIPv6.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/** Returns the IPv4 addresses that a packet to this IPv6 address may reach, or undefined for a real IPv6 address. */
export function embeddedIPv4(address: string): string[] | undefined {
  const significant = new Address6(address).toUnsignedByteArray()
  const bytes = [...Array<number>(16 - significant.length).fill(0), ...significant]
  const begins = (...prefix: number[]) => prefix.every((byte, index) => bytes[index] === byte)
  const at = (start: number, mask = 0) =>
    bytes
      .slice(start, start + 4)
      .map((byte) => byte ^ mask)
      .join('.')
  const zeros = Array<number>(10).fill(0)
  if (begins(...zeros, 0xff, 0xff) || begins(...zeros, 0, 0)) return [at(12)]
  if (begins(0x00, 0x64, 0xff, 0x9b, ...Array<number>(8).fill(0))) return [at(12)]
  if (begins(0x20, 0x02)) return [at(2)]
  // The server, and the client with every bit turned round (RFC 4380, section 4).
  if (begins(0x20, 0x01, 0x00, 0x00)) return [at(4), at(12, 0xff)]
  return undefined
}
