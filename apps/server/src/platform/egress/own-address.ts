import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { embeddedIPv4, isGlobalAddress } from './global-address.ts'

const listOf = (ipv4: [string, number][], ipv6: [string, number][]) => {
  const list = new BlockList()
  for (const [network, prefix] of ipv4) list.addSubnet(network, prefix, 'ipv4')
  for (const [network, prefix] of ipv6) list.addSubnet(network, prefix, 'ipv6')
  return list
}

/** This machine and private networks: loopback, RFC 1918, shared space (RFC 6598), unique local (RFC 4193). */
const own = listOf(
  [
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
  ],
  [
    ['::1', 128],
    ['fc00::', 7],
  ],
)

/**
 * Cloud metadata addresses beyond link-local (169.254.0.0/16, fe80::/10), which is never allowed: Alibaba, Azure's wire server,
 * Oracle, AWS and Google over IPv6.
 */
const metadata = listOf(
  [
    ['100.100.100.200', 32],
    ['168.63.129.16', 32],
    ['192.0.0.192', 32],
  ],
  [
    ['fd00:ec2::', 32],
    ['fd20:ce::', 32],
  ],
)

/**
 * Returns whether a system administrator may use this address: the public internet, this machine, private networks, where models
 * may run. Excludes cloud metadata addresses, and those of no machine (0.0.0.0, link-local, multicast). Checks an IPv4 address
 * inside an IPv6 one.
 */
export function isOwnOrGlobalAddress(address: string): boolean {
  if (isIPv4(address))
    return !metadata.check(address, 'ipv4') && (own.check(address, 'ipv4') || isGlobalAddress(address))
  if (!isIPv6(address) || address.includes('%') || metadata.check(address, 'ipv6')) return false
  if (own.check(address, 'ipv6')) return true
  const embedded = embeddedIPv4(address)
  return embedded ? embedded.every(isOwnOrGlobalAddress) : isGlobalAddress(address)
}
