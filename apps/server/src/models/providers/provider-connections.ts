import { settings, type Configuration } from '../../platform/config/settings.ts'
import { Secret } from '../../platform/config/secret.ts'
import type { ProviderRow, ToolServerRow } from '../catalogue/models-file.ts'

type ConnectableRow = Pick<ProviderRow, 'baseUrl' | 'key' | 'keyOptional'>

/** A usable provider or search service: its row with the operator's address and key. */
export interface Connection<Row = ProviderRow> {
  row: Row
  baseUrl: string
  key: Secret | undefined
}

export type Environment = Record<string, string | undefined>

/** Returns the rows of the file whose address and, if required, key are configured. */
export function connectionsOf<Row extends ConnectableRow>(
  rows: readonly Row[],
  configuration: Configuration,
  environment: Environment,
): Connection<Row>[] {
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

/** A usable tool server of the file: at an address, or a command with its environment. */
export type InstalledServer = {
  name: string
  displayName: string
  sandbox: boolean
  reach:
    | { kind: 'address'; url: string; key: Secret | undefined }
    | { kind: 'command'; command: string; args: readonly string[]; environment: Record<string, string> }
}

/** Returns the tool servers of the file whose address or variables are configured. */
export function installedServersOf(
  rows: readonly ToolServerRow[],
  configuration: Configuration,
  environment: Environment,
): InstalledServer[] {
  const valueOf = variables(configuration, environment)
  return rows.flatMap(({ name, displayName, sandbox, ...row }): InstalledServer[] => {
    if (row.command === undefined) {
      const [found] = connectionsOf([{ ...row, baseUrl: row.baseUrl ?? [] }], configuration, environment)
      return found
        ? [{ name, displayName, sandbox, reach: { kind: 'address', url: found.baseUrl, key: found.key } }]
        : []
    }
    const values = row.environment.map((variable) => [variable, valueOf(variable)] as const)
    if (values.some(([, value]) => value === undefined)) return []
    const { command, args } = row
    const reach = {
      kind: 'command' as const,
      command,
      args,
      environment: Object.fromEntries(values) as Record<string, string>,
    }
    return [{ name, displayName, sandbox, reach }]
  })
}

/** The product's settings are read once at start; other variables come from `environment`. */
function variables(
  configuration: Configuration,
  environment: Environment,
): (name: string) => string | undefined {
  const keys = new Map(
    Object.entries(settings).map(([key, { name }]) => [name as string, key as keyof typeof settings]),
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
