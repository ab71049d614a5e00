import { contract, type UserId } from '@atrium/contract'
import type { Configuration } from '../platform/config/configuration.ts'
import { fail } from '../platform/failure.ts'
import { type Binding, binding } from '../platform/http/bind.ts'
import { changeSystemSettings, type SettingPorts } from './change-settings.ts'
import { presentSettings } from './present.ts'
import { settingsInForce } from './settings-in-force.ts'
import { testMail } from './test-mail.ts'
import { testWebSearch } from './test-web-search.ts'

export type OperationPorts = SettingPorts & {
  configuration: Configuration
  /** The confirmed address of a signed-in person. */
  emailOf(userId: UserId): Promise<string>
  /** Counts an administrator's test mail; RATE_LIMITED above the hourly limit. */
  countTestMail(userId: UserId): Promise<void>
  /** Counts a test search against the administrator's daily connection tests; RATE_LIMITED above them. */
  countTestSearch(userId: UserId): Promise<void>
}

/** For system administrators only, except the logo, as the contract says for each endpoint. */
export function systemSettingBindings(ports: OperationPorts): Binding[] {
  return [
    binding(contract.getSystemSettings, async () => ({ data: presentSettings(ports) })),
    binding(contract.changeSystemSettings, async ({ caller, body }) => ({
      data: await changeSystemSettings(ports, caller.userId, body),
    })),
    binding(contract.listSettingsInForce, async () => ({ data: settingsInForce(ports) })),
    binding(contract.testMail, async ({ caller, body }) => {
      await ports.countTestMail(caller.userId)
      return { data: await testMail(ports, await ports.emailOf(caller.userId), body) }
    }),
    binding(contract.testWebSearch, async ({ caller, body }) => {
      await ports.countTestSearch(caller.userId)
      return { data: await testWebSearch(ports, body) }
    }),
    binding(contract.getInstallationLogo, async ({ params, reply }) => {
      const logo = ports.settings.stored().branding?.value.logo
      if (!logo || logo.name !== params.name) return fail('NOT_FOUND')
      const bytes = Buffer.from(logo.base64, 'base64')
      reply.headers({
        'content-type': logo.contentType,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      reply.send(bytes)
    }),
  ]
}
