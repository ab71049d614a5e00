import { settings, type Configuration } from '../platform/settings.ts'
import { Secret } from '../platform/secret.ts'
import type { ProviderRow } from './models-file.ts'

/** A provider that can be used: its row with the address and the key that the operator has given. */
export interface Connection {
  row: ProviderRow
  baseUrl: string
  key: Secret | undefined
}

export type Environment = Record<string, string | undefined>

/** The providers of the file whose address and, where it is wanted, key are configured. */
export function connectionsOf(
  rows: ProviderRow[],
  configuration: Configuration,
  environment: Environment,
): Connection[] {
  const valueOf = variables(configuration, environment)
  return rows.flatMap((row) => {
    const baseUrl = row.baseUrl.map((address) => expand(address, valueOf)).find((address) => address !== null)
    const key = row.key ? valueOf(row.key.slice(2, -1)) : undefined
    if (!baseUrl || (row.key && !key && !row.keyOptional)) return []
    return [
      { row, baseUrl: baseUrl.replace(/\/+$/, ''), key: key === undefined ? undefined : new Secret(key) },
    ]
  })
}

/** Settings of the product are read once at the start; what is not set there, or is none of them, comes from `environment`. */
function variables(
  configuration: Configuration,
  environment: Environment,
): (name: string) => string | undefined {
  const keys = new Map(
    Object.entries(settings).map(([key, { name }]) => [name as string, key as keyof Configuration]),
  )
  return (name) => {
    const key = keys.get(name)
    const value = (key && configuration[key]) ?? environment[name]?.trim()
    if (value === undefined || value === '') return undefined
    return value instanceof Secret ? value.reveal() : String(value)
  }
}

function expand(address: string, valueOf: (name: string) => string | undefined): string | null {
  let complete = true
  const expanded = address.replaceAll(/\$\{([A-Z][A-Z0-9_]*)\}/g, (_, name: string) => {
    const value = valueOf(name)
    if (value === undefined) complete = false
    return value ?? ''
  })
  return complete ? expanded : null
}
