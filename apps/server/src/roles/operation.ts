import { contract, type Endpoint } from '@atrium/contract'
import { sql } from 'kysely'
import { signInProviders } from '../identity/index.ts'
import type { Configuration } from '../platform/configuration.ts'
import type { Database } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { type Binding, binding } from '../platform/http/bind.ts'
import { describeApi } from '../platform/http/open-api.ts'

type OperationPorts = {
  configuration: Configuration
  database: Database
  apiBases: Record<Endpoint['host'], string>
  isStopping: () => boolean
}

/** What tells browsers and operators about the running product itself. */
export function operationBindings({
  configuration,
  database,
  apiBases,
  isStopping,
}: OperationPorts): Binding[] {
  const described = describeApi(Object.values(contract), apiBases)
  return [
    binding(contract.getAppConfig, async ({ reply }) => {
      reply.header('cache-control', 'no-store')
      return {
        downtimeSettings: null,
        forceLogoutCookieSettings: null,
        mainApiUrl: configuration.mainApiUrl,
        streamApiUrl: configuration.streamApiUrl,
        feedbackFormUrl: configuration.feedbackFormUrl ?? null,
        signIn: { byPassword: configuration.signInByPassword, providers: signInProviders(configuration) },
      }
    }),
    binding(contract.getHealth, async () => ({ status: 'alive' as const })),
    binding(contract.getReadiness, async () => {
      if (isStopping()) fail('UNAVAILABLE')
      await sql`select 1`.execute(database.kysely)
      return { status: 'ready' as const }
    }),
    binding(contract.getOpenApi, async () => described),
  ]
}
