import type { SystemSettingChanges } from '@atrium/contract'
import type { SystemAct } from '../../identity/index.ts'
import type { StoredSettings } from '../stored-settings.ts'
import type { SystemSettings } from '../system-settings.ts'

type Act = Omit<SystemAct, 'actorId'>

/** The audited acts of a change of settings, with values before and after; keys and passwords are never among them. */
export function actsOf(
  { settings }: { settings: Pick<SystemSettings, 'signUpMode'> },
  stored: StoredSettings,
  { signUp, mail, webSearch, branding }: SystemSettingChanges,
): Act[] {
  const acts: Act[] = []
  const add = (action: Act['action'], from: string | null, to: string | null) =>
    acts.push({ action, details: { from, to } })
  if (signUp) add('setting.sign-up', settings.signUpMode(), signUp)
  if (mail !== undefined) add('setting.mail', hostOf(stored.mail?.value), hostOf(mail))
  if (webSearch !== undefined)
    add('setting.web-search', serviceOf(stored['web-search']?.value), serviceOf(webSearch))
  if (branding)
    add(
      'setting.branding',
      stored.branding?.value.name ?? null,
      branding.name ?? stored.branding?.value.name ?? null,
    )
  return acts
}

const hostOf = (server: { host: string; port: number } | null | undefined) =>
  server ? `${server.host}:${server.port}` : null

/** The kind and host: an address may contain a password or a key. */
const serviceOf = (service: { kind: string; baseUrl: string } | null | undefined) =>
  service ? `${service.kind}, ${new URL(service.baseUrl).host}` : null
