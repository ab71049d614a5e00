import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

function refuse(): never {
  throw new Error('A document has no network access.')
}

/**
 * Disables all network access of this process: connections (including http, TLS and fetch, which all connect a socket), name
 * lookups, datagrams, listening. A second barrier: the reader's code requests nothing, and Node's permissions (`--permission`)
 * deny the rest; from Node 25 on they deny the network too.
 */
export function closeNetwork(): void {
  net.Socket.prototype.connect = refuse
  net.Server.prototype.listen = refuse
  dgram.Socket.prototype.bind = refuse
  dgram.Socket.prototype.connect = refuse
  dgram.Socket.prototype.send = refuse
  Object.assign(net, { connect: refuse, createConnection: refuse })
  for (const place of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
    for (const name of Object.getOwnPropertyNames(place))
      if (/^(lookup|resolve|reverse)/.test(name)) Object.assign(place, { [name]: refuse })
  syncBuiltinESMExports()
}
