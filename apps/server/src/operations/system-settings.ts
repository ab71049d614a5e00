import type { SignUpMode } from '@atrium/contract'
import type { Configuration } from '../platform/config/configuration.ts'
import {
  type Database,
  type DatabaseAddress,
  listenTo,
  notify,
  type Transaction,
} from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import { type SendMail, smtpSender } from '../platform/mail/mail.ts'
import { deriveKey, seal, unseal } from '../platform/config/seal.ts'
import { Secret } from '../platform/config/secret.ts'
import type { SearchService } from '../web-search/index.ts'
import { readStoredSettings, type StoredSettings } from './stored-settings.ts'
import { searchServiceOf } from './search-service-of.ts'
import { smtpUrlOf } from './smtp-url.ts'

const channel = 'system_settings'
const retryMs = 1_000

/** The settings in force on this process. */
export interface SystemSettings {
  stored(): StoredSettings
  signUpMode(): SignUpMode
  /** The mail target: a server from the environment or the page, or the sandbox inbox. */
  mailSource(): 'environment' | 'page' | 'sandbox' | 'none'
  /** Sends through the mail server in force; `fallback` is that of the environment or the sandbox. */
  mailSender(fallback: SendMail): SendMail
  /** The search service that the page sets; null when it sets none. */
  searchService(): SearchService | null
  searchKey: { seal(text: string): string; open(sealed: string | null): string | null }
  password: { seal(text: string): string; open(sealed: string | null): string | null }
  /** Notifies every process when the transaction commits. */
  publishChange(transaction: Transaction): Promise<void>
  /** Loads the settings from the database. */
  reload(): Promise<void>
  stop(): Promise<void>
}

type SharingOptions = {
  database: Database
  address: DatabaseAddress
  configuration: Pick<Configuration, 'signUp' | 'given'>
  secret: Secret
  /** Whether the sandbox inbox accepts mail. */
  hasInbox: boolean
  log: Log
}

/**
 * Keeps this process's settings in sync with the database: loads them now, after each change, and after a gap in notices. Rejects
 * when the first load fails.
 */
export async function shareSystemSettings(options: SharingOptions): Promise<SystemSettings> {
  const { database, address, configuration, log } = options
  const sealingKey = deriveKey(options.secret, 'operations: sealing of the mail password')
  let stored = await readStoredSettings(database.kysely)
  let isStopped = false
  let retry: NodeJS.Timeout | undefined
  let last: Promise<void> = Promise.resolve()
  // One load after the other: an earlier one never overwrites a later one.
  const reload = () => {
    last = last
      .catch(() => undefined)
      .then(async () => {
        stored = await readStoredSettings(database.kysely)
      })
    return last
  }
  const reloadSoon = () => {
    clearTimeout(retry)
    reload().catch((error: unknown) => {
      log.warn(
        { event: 'system_settings.load_failed', err: error },
        'Could not load the system settings; retrying',
      )
      if (!isStopped) retry = setTimeout(reloadSoon, retryMs).unref()
    })
  }
  const listener = await listenTo(address, channel, { onMessage: reloadSoon, onGap: reloadSoon, log })
  await reload()

  const password = {
    seal: (text: string) => seal(text, sealingKey, 'mail'),
    open: (sealed: string | null) => (sealed === null ? null : unseal(sealed, sealingKey, 'mail')),
  }
  const keySealing = deriveKey(options.secret, 'operations: sealing of the key of web search')
  const searchKey = {
    seal: (text: string) => seal(text, keySealing, 'web-search'),
    open: (sealed: string | null) => (sealed === null ? null : unseal(sealed, keySealing, 'web-search')),
  }
  const mailSource = () => {
    if (configuration.given.has('smtpUrl')) return 'environment' as const
    if (stored.mail !== null) return 'page' as const
    return options.hasInbox ? ('sandbox' as const) : ('none' as const)
  }
  let sender: { of: StoredSettings['mail']; send: SendMail } | null = null
  return {
    stored: () => stored,
    signUpMode: () =>
      configuration.given.has('signUp')
        ? configuration.signUp
        : (stored['sign-up']?.value.mode ?? configuration.signUp),
    mailSource,
    mailSender: (fallback) => async (mail) => {
      const { mail: setting } = stored
      if (mailSource() !== 'page' || setting === null) return fallback(mail)
      if (sender?.of !== setting) {
        const url = new Secret(smtpUrlOf(setting.value, password.open(setting.secretSealed)))
        sender = { of: setting, send: smtpSender({ url, from: `Atrium <${setting.value.from}>` }) }
      }
      return sender.send(mail)
    },
    searchService() {
      const setting = stored['web-search']
      if (setting === null) return null
      const key = searchKey.open(setting.secretSealed)
      return searchServiceOf(setting.value, key)
    },
    searchKey,
    password,
    publishChange: (transaction) => notify(transaction, channel, ''),
    reload,
    async stop() {
      isStopped = true
      clearTimeout(retry)
      await listener.stop()
      await last.catch(() => undefined)
    },
  }
}
