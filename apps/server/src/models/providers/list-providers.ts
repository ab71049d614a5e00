import type { Providers } from '@atrium/contract'
import { typicalQuestion } from '../../credits/index.ts'
import { checkProvider } from './check-provider.ts'
import { createModelHttp } from '../wire/model-http.ts'
import { connectionOf } from './connection-of.ts'
import { lastChanges } from './note-change.ts'
import type { ProviderPorts } from './ports.ts'
import { presentAdded, presentOfFile } from './present.ts'
import { readProviders } from './stored-provider.ts'

const changesShown = 20
const ollamaMs = 500

/** Returns the contents of the providers page, as this node sees them. */
export async function listProviders(ports: ProviderPorts): Promise<Providers> {
  const { providers, database } = ports
  const [stored, changes, foundOllama] = await Promise.all([
    readProviders(database.kysely),
    lastChanges(database, changesShown),
    findOllama(ports),
  ])
  const { inputTokens, outputTokens } = typicalQuestion
  return {
    file: providers.file.providers.map((row) => presentOfFile(row, providers)),
    added: stored.map((provider) => presentAdded(provider, ports)),
    foundOllama,
    pricing: { creditUsd: providers.catalogue.creditUsd, inputTokens, outputTokens },
    changes,
  }
}

/** Looks for a running Ollama at the configured address, unless a provider uses that address already. */
async function findOllama({
  providers,
  ollamaUrl: baseUrl,
}: ProviderPorts): Promise<Providers['foundOllama']> {
  if (providers.hasOrigin(new URL(baseUrl).origin)) return null
  const http = createModelHttp({ stallMs: ollamaMs })
  try {
    const connection = connectionOf({ kind: 'ollama', baseUrl }, undefined)
    connection.row.discover = 'ollama'
    const look = await checkProvider(connection, {
      fetch: http.fetch,
      timeoutMs: ollamaMs,
      wantsModels: true,
    })
    return look.problem === null ? { baseUrl, models: look.models.length } : null
  } finally {
    await http.close()
  }
}
