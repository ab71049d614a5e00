import { contract, type Endpoint } from '@atrium/contract'
import type { Plans } from '../accounts/index.ts'
import { signInProviders } from '../identity/index.ts'
import { presentBranding } from './present.ts'
import type { Notices } from './notices/notices.ts'
import type { SystemSettings } from './system-settings.ts'
import type { Configuration } from '../platform/config/configuration.ts'
import {
  type DiskLevel,
  diskLevels,
  type DiskSpace,
  type DiskWatch,
} from '../platform/data-folder/disk-space.ts'
import { fail } from '../platform/failure.ts'
import { type Binding, binding } from '../platform/http/bind.ts'
import { describeApi } from '../platform/http/open-api.ts'
import type { NodeRegistry } from '../platform/node-registry.ts'

export type AppPorts = {
  configuration: Configuration
  nodes: NodeRegistry
  disk: DiskWatch
  apiBases: Record<Endpoint['host'], string>
  systemSettings: SystemSettings
  notices: Notices
  plans: Plans
  isStopping: () => boolean
}

/** Configuration for browsers, health and readiness for operators, and the description of the API. */
export function appBindings({
  configuration,
  nodes,
  disk,
  apiBases,
  systemSettings,
  notices,
  plans,
  isStopping,
}: AppPorts): Binding[] {
  // Half a second of work, which no start needs to wait for.
  let described: ReturnType<typeof describeApi> | undefined
  return [
    binding(contract.getAppConfig, async ({ reply }) => {
      reply.header('cache-control', 'no-store')
      return {
        downtimeSettings: notices.downtime().value,
        forceLogoutCookieSettings: notices.forceLogout().value,
        mainApiUrl: configuration.mainApiUrl,
        streamApiUrl: configuration.streamApiUrl,
        feedbackFormUrl: configuration.feedbackFormUrl ?? null,
        supportEmail: configuration.supportEmail ?? null,
        payments: plans.shop.payments === 'off' ? ('off' as const) : ('on' as const),
        installation: presentBranding(systemSettings, configuration.mainApiUrl),
        signIn: { byPassword: configuration.signInByPassword, providers: signInProviders(configuration) },
      }
    }),
    binding(contract.getHealth, async () => ({ status: 'alive' as const, disk: await worstLevel(disk) })),
    binding(contract.getReadiness, async () => {
      if (isStopping()) fail('UNAVAILABLE', { details: { reason: 'stopping' } })
      if ((await worstLevel(disk, ({ holds }) => holds !== 'files')) === 'full')
        fail('UNAVAILABLE', { retryAfterSeconds: 10, details: { reason: 'database-disk-full' } })
      // A read-only database is not ready: this writes to it.
      await nodes.checkIn()
      return { status: 'ready' as const }
    }),
    binding(contract.getOpenApi, async () => (described ??= describeApi(Object.values(contract), apiBases))),
  ]
}

/** The level of the disk that is closest to being full. */
async function worstLevel(
  disk: DiskWatch,
  counts: (space: DiskSpace) => boolean = () => true,
): Promise<DiskLevel> {
  const levels = (await disk.read()).filter(counts).map(({ level }) => level)
  return diskLevels.findLast((level) => levels.includes(level)) ?? 'ok'
}
