import type { AddedProvider, FileProvider, ProviderProblem } from '@atrium/contract'
import type { ConnectedProviders } from './connected-providers.ts'
import type { ProviderRow } from '../catalogue/models-file.ts'
import type { ProviderWatch } from './watch-provider.ts'
import { isOfFile } from './check-offered.ts'
import type { ProviderPorts } from './ports.ts'
import type { StoredProvider } from './stored-provider.ts'

type Status = Pick<AddedProvider, 'state' | 'problem' | 'lookedAt'>

/** An added provider as administrators see it: of its key only the date and the last characters. */
export function presentAdded(
  provider: StoredProvider,
  { providers, keys }: Pick<ProviderPorts, 'providers' | 'keys'>,
): AddedProvider {
  const { id, kind, displayName, baseUrl, stallSeconds, isEnabled, revision, keySetAt } = provider
  const status: Status = !isEnabled
    ? unseen('off', null)
    : keys.open(provider) === null
      ? unseen('down', 'KEY_UNREADABLE')
      : statusOf(providers.watchOf(id))
  return {
    id,
    kind,
    displayName,
    baseUrl,
    key: keySetAt && { setAt: keySetAt.toISOString(), endsWith: provider.keyEndsWith },
    stallSeconds,
    isEnabled,
    revision,
    models: provider.models.map((model) => ({ ...model, isHidden: isOfFile(providers.file, model.id) })),
    ...status,
  }
}

/** A provider of the models file. */
export function presentOfFile(row: ProviderRow, providers: ConnectedProviders): FileProvider {
  const watch = providers.watchOf(row.name)
  return {
    name: row.name,
    displayName: row.displayName,
    protocol: row.protocol,
    models: providers.catalogue.models().filter((model) => model.watch === watch).length,
    missing: watch ? [] : variablesOf(row),
    sandbox: row.sandbox,
    ...(watch ? statusOf(watch) : unseen('not-configured', null)),
  }
}

function statusOf(watch: ProviderWatch | undefined): Status {
  // Between a change and its taking effect, no check has run.
  if (!watch?.lastLook) return unseen(watch?.isUp === false ? 'down' : 'up', null)
  const { at, look } = watch.lastLook
  return { state: watch.isUp ? 'up' : 'down', problem: look.problem, lookedAt: at.toISOString() }
}

const unseen = (state: Status['state'], problem: ProviderProblem | null): Status => ({
  state,
  problem,
  lookedAt: null,
})

/** The missing variables: its key, and those of the last address. */
function variablesOf({ key, keyOptional, baseUrl }: ProviderRow): string[] {
  return [key && !keyOptional ? key : '', baseUrl.at(-1) ?? ''].flatMap(
    (text) => text.match(/[A-Z][A-Z0-9_]*(?=\})/g) ?? [],
  )
}
