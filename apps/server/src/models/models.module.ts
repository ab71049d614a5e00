import type { Identity } from '../identity/index.ts'
import type { SharedPorts } from '../live/index.ts'
import type { NounModule } from '../platform/noun-module.ts'
import type { Models } from './create-models.ts'
import type { providerKeys } from './providers/provider-keys.ts'
import { providerBindings } from './providers/routes.ts'
import type { SharedProviders } from './providers/share-providers.ts'
import { modelBindings } from './routes.ts'

type Ports = SharedPorts & {
  models: Models
  identity: Identity
  keysOfProviders: ReturnType<typeof providerKeys>
  addedProviders: SharedProviders
}

export const modelsModule = (
  { configuration, database, clock, log, models, identity, keysOfProviders, addedProviders }: Ports,
  { modelsOfRoom, hasWebSearch }: Pick<Parameters<typeof modelBindings>[0], 'modelsOfRoom' | 'hasWebSearch'>,
): NounModule => ({
  bindings: [
    ...modelBindings({ database, models, modelsOfRoom, hasWebSearch }),
    ...providerBindings({
      database,
      clock,
      log,
      providers: models.providers,
      keys: keysOfProviders,
      ollamaUrl: configuration.ollamaUrl,
      publishChange: addedProviders.publishChange,
      reload: addedProviders.reload,
      countTiming: (userId) => identity.countAttempt('modelTimingByUser', userId),
    }),
  ],
})
