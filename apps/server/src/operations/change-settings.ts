import { createHash } from 'node:crypto'
import {
  type MailServer,
  type MailServerInput,
  type SearchServiceInput,
  type SystemSettingChanges,
  type SystemSettings as PresentedSettings,
  type UserId,
} from '@atrium/contract'
import { readPicture } from '../files/index.ts'
import { writeSystemAudit } from '../identity/index.ts'
import { actsOf } from './audit/acts-of-settings.ts'
import type { Configuration } from '../platform/config/configuration.ts'
import { advisoryLock, type Database, inSystem, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { Log } from '../platform/log.ts'
import { type WebSearch } from '../web-search/index.ts'
import { presentSettings } from './present.ts'
import { readStoredSettings, type StoredLogo, type StoredSettings } from './stored-settings.ts'
import type { SystemSettings } from './system-settings.ts'
import type { SystemSettingTable } from './tables.ts'

export type SettingPorts = {
  database: Database
  settings: SystemSettings
  configuration: Pick<Configuration, 'signUp' | 'given'>
  webSearch: WebSearch
  mainApiUrl: string
  log: Log
}

/** Stores the given settings in one transaction and notifies every process. Runs one change at a time in the whole installation. */
export async function changeSystemSettings(
  ports: SettingPorts,
  actorId: UserId,
  changes: SystemSettingChanges,
): Promise<PresentedSettings> {
  const { given } = ports.configuration
  if (
    (changes.signUp && given.has('signUp')) ||
    (changes.mail !== undefined && given.has('smtpUrl')) ||
    (changes.webSearch !== undefined && ports.webSearch.current()?.source === 'environment')
  )
    fail('SET_BY_ENVIRONMENT')
  await inSystem(ports.database, async (transaction) => {
    await advisoryLock(transaction, 'operations: system settings')
    const stored = await readStoredSettings(transaction)
    const set = (name: SystemSettingTable['name'], value: object, secretSealed: string | null = null) =>
      setSetting(transaction, { name, value, secretSealed, actorId })
    if (changes.signUp) await set('sign-up', { mode: changes.signUp })
    if (changes.mail === null)
      await transaction.deleteFrom('system_setting').where('name', '=', 'mail').execute()
    else if (changes.mail)
      await set('mail', withoutPassword(changes.mail), passwordToStore(ports, stored, changes.mail))
    if (changes.webSearch === null)
      await transaction.deleteFrom('system_setting').where('name', '=', 'web-search').execute()
    else if (changes.webSearch) {
      const { kind, baseUrl } = changes.webSearch
      await set(
        'web-search',
        { kind, baseUrl },
        searchKeyFor(ports.settings, stored, changes.webSearch).sealed,
      )
    }
    if (changes.branding) await set('branding', brandingAfter(stored, changes.branding))
    if (changes.setup) await set('setup', setupAfter(stored, changes.setup))
    for (const act of actsOf(ports, stored, changes)) await writeSystemAudit(transaction, { actorId, ...act })
    await ports.settings.publishChange(transaction)
  })
  ports.log.info(
    { event: 'system_settings.changed', actorId, settings: Object.keys(changes) },
    'A system administrator changed system settings',
  )
  await ports.settings.reload()
  return presentSettings(ports)
}

/** Stores one setting, whoever wrote it before. */
export async function setSetting(
  transaction: Transaction,
  setting: { name: SystemSettingTable['name']; value: object; secretSealed: string | null; actorId: UserId },
): Promise<void> {
  const row = {
    value: JSON.stringify(setting.value),
    secret_sealed: setting.secretSealed,
    changed_by: setting.actorId,
    changed_at: new Date(),
  }
  await transaction
    .insertInto('system_setting')
    .values({ name: setting.name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

export function withoutPassword({ password: _password, ...server }: MailServerInput): MailServer {
  return server
}

/** The sealed password: the given one, or the stored one when host and user name are those that it was given for. */
function passwordToStore(ports: SettingPorts, stored: StoredSettings, input: MailServerInput): string | null {
  if (input.username === '') return null
  if (input.password !== undefined) return ports.settings.password.seal(input.password)
  return isSameSignIn(stored, input) ? (stored.mail?.secretSealed ?? null) : passwordMissing()
}

/**
 * The given key of a search service, or the stored one when kind and host are those that it was given for; both null for a SearXNG
 * without one. Throws INVALID_INPUT when a key is missing.
 */
export function searchKeyFor(
  { searchKey }: SystemSettings,
  { 'web-search': stored }: StoredSettings,
  { kind, baseUrl, key }: SearchServiceInput,
): { key: string | null; sealed: string | null } {
  if (key !== undefined) return { key, sealed: searchKey.seal(key) }
  const isSame =
    stored?.value.kind === kind && new URL(stored.value.baseUrl).origin === new URL(baseUrl).origin
  const sealed = isSame ? stored.secretSealed : null
  const opened = searchKey.open(sealed)
  if (opened === null && kind !== 'searxng')
    fail('INVALID_INPUT', {
      issues: [
        {
          path: 'body.webSearch.key',
          message: 'Enter the key: a stored one is only for the service and address that it was given for.',
        },
      ],
    })
  return { key: opened, sealed: opened === null ? null : sealed }
}

/** Whether a stored password may be sent to this server. */
export const isSameSignIn = ({ mail }: StoredSettings, { host, username }: MailServerInput): boolean =>
  mail !== null && mail.value.host === host && mail.value.username === username

export const passwordMissing = (): never =>
  fail('INVALID_INPUT', {
    issues: [
      {
        path: 'body.mail.password',
        message: 'Enter the password: a stored one is only for the host and user name that it was given for.',
      },
    ],
  })

function brandingAfter({ branding }: StoredSettings, changes: NonNullable<SystemSettingChanges['branding']>) {
  const before = branding?.value ?? { name: null, logo: null }
  return {
    name: changes.name === undefined ? before.name : changes.name,
    logo: changes.logo === undefined ? before.logo : changes.logo === null ? null : logoOf(changes.logo),
  }
}

/** Rebuilds the picture from the parts that draw it. Throws FILE_NOT_SUPPORTED for anything but a valid PNG or JPEG. */
function logoOf(base64: string): StoredLogo {
  const picture = readPicture(Buffer.from(base64, 'base64'))
  if (picture === null || (picture.contentType !== 'image/png' && picture.contentType !== 'image/jpeg'))
    return fail('FILE_NOT_SUPPORTED')
  const hash = createHash('sha256').update(picture.bytes).digest('hex').slice(0, 32)
  return {
    name: `${hash}.${picture.contentType === 'image/png' ? 'png' : 'jpg'}`,
    contentType: picture.contentType,
    base64: picture.bytes.toString('base64'),
  }
}

function setupAfter({ setup }: StoredSettings, changes: NonNullable<SystemSettingChanges['setup']>) {
  return {
    steps: { ...setup?.value.steps, ...changes.steps },
    isFinished: changes.isFinished ?? setup?.value.isFinished ?? false,
  }
}
