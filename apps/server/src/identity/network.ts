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

/**
 * A place in the network for people to recognise: an IPv4 address without its last number, of an IPv6 address the first 48
 * bits. Null for what is no address.
 */
export function networkToShow(ip: string): string | null {
  const [network = ''] = networkOf(ip).split('/')
  if (/^\d+\.\d+\.\d+\.\d+$/.test(network)) return network.replace(/\d+$/, '0/24')
  if (!Address6.isValid(network)) return null
  return `${new Address6(`${network}/48`).startAddress().correctForm()}/48`
}
