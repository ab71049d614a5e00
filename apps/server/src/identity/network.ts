import { Address6 } from 'ip-address'

/**
 * The network that one customer of a provider usually has: an IPv4 address itself, of an IPv6 address the first 64 bits
 * (whoever has one has 2^64 addresses), of an IPv4 address written as IPv6 the IPv4 address.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const bare = ip.split('%')[0] ?? ip
  if (!Address6.isValid(bare)) return ip
  const address = new Address6(bare)
  if (address.isMapped4()) return address.to4().correctForm()
  return `${new Address6(`${address.correctForm()}/64`).startAddress().correctForm()}/64`
}
