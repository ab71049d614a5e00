import type { SettingInForce } from '@atrium/contract'
import { type Configuration, type Setting, settings } from '../platform/config/settings.ts'
import { Secret } from '../platform/config/secret.ts'
import type { SystemSettings } from './system-settings.ts'

type Ports = {
  configuration: Configuration
  settings: Pick<SystemSettings, 'mailSource' | 'signUpMode' | 'stored'>
}

/** Lists every setting with its source, by the order of `npm start -- --help`. No secret leaves the process. */
export function settingsInForce({ configuration, settings: ofPage }: Ports): SettingInForce[] {
  const byPage = pageValues(ofPage)
  return Object.entries<Setting>(settings).map(([key, { name, description, kind }]) => {
    const isGiven = configuration.given.has(key as keyof typeof settings)
    const fromPage = isGiven ? undefined : byPage.get(key)
    const stored: unknown = configuration[key as keyof typeof settings]
    const isSecret = kind.isSecret === true || stored instanceof Secret
    const value = fromPage === undefined ? textOf(stored) : fromPage
    return {
      name,
      description,
      source: isGiven ? 'environment' : fromPage === undefined ? 'default' : 'page',
      value: isSecret ? null : value,
      isSecret,
      isSet: value !== null,
    }
  })
}

/** Settings that pages of System may set, where they do. */
function pageValues({ mailSource, signUpMode, stored }: Ports['settings']): Map<string, string> {
  const values = new Map<string, string>()
  if (stored()['sign-up'] !== null) values.set('signUp', signUpMode())
  const mail = mailSource() === 'page' ? stored().mail?.value : undefined
  if (mail) values.set('smtpUrl', `${mail.host}:${mail.port}`).set('mailFrom', mail.from)
  return values
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (value instanceof Secret) return 'set'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(String).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
