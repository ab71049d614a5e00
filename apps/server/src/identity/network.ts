import { Address6 } from 'ip-address'

/**
 * Returns the network that one customer of a provider usually has: an IPv4 address itself, the first 64 bits of an IPv6 address
 * (its owner has 2^64 addresses), and the IPv4 address of one written as IPv6.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const bare = ip.split('%')[0] ?? ip
  if (!Address6.isValid(bare)) return ip
  const address = new Address6(bare)
  if (address.isMapped4()) return address.to4().correctForm()
  return `${new Address6(`${address.correctForm()}/64`).startAddress().correctForm()}/64`
}

/**
 * Returns a shortened network address that people can recognize: an IPv4 address without its last number, the first 48 bits of an
 * IPv6 address. Null for anything else.
 */
export function networkToShow(ip: string): string | null {
  const [network = ''] = networkOf(ip).split('/')
  if (/^\d+\.\d+\.\d+\.\d+$/.test(network)) return network.replace(/\d+$/, '0/24')
  if (!Address6.isValid(network)) return null
  return `${new Address6(`${network}/48`).startAddress().correctForm()}/48`
}
