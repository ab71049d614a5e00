import type { Endpoint } from '@atrium/contract'
import type { Binding } from './bind.ts'

/**
 * Throws at start for an endpoint without exactly one handler, one unknown to the contract, and one that doesn't say who may call
 * it.
 */
export function checkBindings(endpoints: Record<string, Endpoint>, bindings: readonly Binding[]): void {
  const bound = bindings.map((one) => one.endpoint)
  const mistakes = [
    ...Object.values(endpoints)
      .filter((endpoint) => !bound.includes(endpoint))
      .map((endpoint) => `${endpoint.name} is not bound`),
    ...bound
      .filter((endpoint) => endpoints[endpoint.name] !== endpoint)
      .map((endpoint) => `${endpoint.name} is not in the contract`),
    ...bound
      .filter((endpoint, index) => bound.indexOf(endpoint) !== index)
      .map((endpoint) => `${endpoint.name} is bound twice`),
    ...bound
      .filter((endpoint) => !endpoint.caller)
      .map((endpoint) => `${endpoint.name} does not declare who may call it`),
  ]
  if (mistakes.length > 0) throw new Error(`The contract and the server do not fit: ${mistakes.join('; ')}.`)
}
