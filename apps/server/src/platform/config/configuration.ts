import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { StartError } from '../start-error.ts'
import { settings, type Configuration, type Setting } from './settings.ts'
import { mistakesInSignIn } from './sign-in-settings.ts'

export type { Configuration } from './settings.ts'

/** The folder of the checkout: where `.env`, `models.yaml` and, by default, `data` are. */
export const checkoutDir = path.resolve(import.meta.dirname, '../../../../..')

/** One or more settings are invalid. `message` has one sentence per line, each naming a variable and what it should be. */
export class ConfigurationError extends StartError {
  constructor(sentences: string[]) {
    super(sentences.join('\n'))
  }
}

type Environment = Record<string, string | undefined>

/**
 * Reads all settings once, from `env` and, where not set there, from `envFile` (which may be missing). An empty value counts as
 * not set. Throws `ConfigurationError` with every invalid setting.
 */
export function readConfiguration(
  env: Environment,
  { envFile = path.join(checkoutDir, '.env') } = {},
): Configuration {
  const environment: Environment = { ...readEnvFile(envFile), ...withoutEmpty(env) }
  const mistakes = unknownNames(environment)
  const values: Record<string, unknown> = {}
  const given = new Set<keyof typeof settings>()
  for (const [key, setting] of Object.entries<Setting>(settings)) {
    const text = environment[setting.name]?.trim() || setting.default
    if (text === undefined) continue
    if (environment[setting.name]?.trim()) given.add(key as keyof typeof settings)
    const parsed = setting.kind.schema.safeParse(text)
    if (parsed.success) values[key] = parsed.data
    else mistakes.push(sentenceAbout(setting, text))
  }
  if (mistakes.length > 0) throw new ConfigurationError(mistakes)

  const configuration = { ...(values as Omit<Configuration, 'given'>), given }
  if (leavesRolesToOthers(configuration) && configuration.databaseUrl === undefined)
    throw new ConfigurationError([
      `ATRIUM_ROLES is "${configuration.roles.join(',')}", which leaves something to other processes: DATABASE_URL should be set, to a database that all of them use.`,
    ])
  if (configuration.processes > 1 && !configuration.roles.includes('web'))
    throw new ConfigurationError([
      `ATRIUM_PROCESSES is ${configuration.processes}, but without the role web no process serves requests: ATRIUM_PROCESSES should be 1.`,
    ])
  if (configuration.processes > 1 && process.platform !== 'linux')
    throw new ConfigurationError([
      'ATRIUM_PROCESSES should be 1: only Linux lets several processes listen on one port.',
    ])
  const inSignIn = mistakesInSignIn(configuration)
  if (inSignIn.length > 0) throw new ConfigurationError(inSignIn)
  return {
    ...configuration,
    dataDir: path.resolve(checkoutDir, configuration.dataDir),
    modelsFile: path.resolve(checkoutDir, configuration.modelsFile),
    plansFile: path.resolve(checkoutDir, configuration.plansFile),
    appConfigFile: path.resolve(checkoutDir, configuration.appConfigFile),
  }
}

/** Whether models of a real provider are configured by a key or an address (an Ollama is found by asking it). */
export function hasModelProvider(configuration: Configuration): boolean {
  return Boolean(
    configuration.openaiApiKey ||
    configuration.anthropicApiKey ||
    configuration.googleApiKey ||
    configuration.azureApiKey ||
    configuration.mistralApiKey ||
    configuration.openaiCompatibleBaseUrl,
  )
}

/** What `npm start -- --help` prints. */
export function helpText(): string {
  const rows = Object.values<Setting>(settings)
  const width = Math.max(...rows.map((row) => row.name.length))
  const lines = rows.map(
    (row) => `  ${row.name.padEnd(width)}  ${row.description}${row.default ? ` [${row.default}]` : ''}`,
  )
  return [
    'npm start starts Atrium: its database, the server and the web app, at one address.',
    '',
    'Settings come from the environment and from a file .env in this folder; the environment wins. [default]',
    '',
    ...lines,
    '',
  ].join('\n')
}

/** The built-in database belongs to one process, which then has to do everything. */
const leavesRolesToOthers = ({ roles }: Configuration) => !(roles.includes('web') && roles.includes('worker'))

function sentenceAbout(setting: Setting, text: string): string {
  const given = setting.kind.isSecret ? '' : `is ${JSON.stringify(text)}, but `
  return `${setting.name} ${given}should be ${setting.kind.expected}.`
}

/** A misspelled name would otherwise be silently ignored. */
function unknownNames(environment: Environment): string[] {
  const known = new Set(Object.values<Setting>(settings).map((setting) => setting.name))
  return Object.keys(environment)
    .filter((name) => name.startsWith('ATRIUM_') && !known.has(name))
    .map((name) => `${name} is not a setting of Atrium; npm start -- --help lists them.`)
}

function readEnvFile(file: string): Environment {
  try {
    return withoutEmpty(parseEnv(readFileSync(file, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw new ConfigurationError([`The settings file ${file} cannot be read: ${String(error)}.`])
  }
}

function withoutEmpty(env: Environment): Environment {
  return Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
}
