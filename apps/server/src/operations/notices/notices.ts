import type { DowntimeSettings, ForceLogoutSettings } from '@atrium/contract'
import type { Identity } from '../../identity/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Database, inSystem } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Promotion } from '../../users/index.ts'
import type { SystemSettings } from '../system-settings.ts'
import { type AppConfigFile, watchAppConfigFile } from './app-config-file.ts'
import { endSessionsOnce } from './force-sign-out.ts'

/** A notice and where it comes from: a part that the app configuration file sets overrides the page. */
type Sourced<Value> = { source: 'file' | 'page' | 'none'; value: Value | null }

/** The operator's announcements to everybody, as in force in this process. */
export interface Notices {
  downtime(): Sourced<DowntimeSettings>
  forceLogout(): Sourced<ForceLogoutSettings>
  /** End of the current downtime; null outside of one. */
  downtimeEnd(): Date | null
  /** Announcement and new-chat screen as fields of the user info. */
  promotion(): Promotion
  fileProblem(): string | null
  stop(): Promise<void>
}

type NoticePorts = {
  database: Database
  settings: SystemSettings
  identity: Pick<Identity, 'endSessionsBefore'>
  configuration: { appConfigFile: string; mainApiUrl: string }
  clock: Clock
  log: Log
  /** How often the file is checked for changes; 5 s by default. */
  fileIntervalMs?: number
}

export async function createNotices(ports: NoticePorts): Promise<Notices> {
  const { settings, configuration, clock, log } = ports
  let ending: Promise<void> = Promise.resolve()
  /** A forced sign-out of the file: the process that sees its version first ends the sessions. */
  const endSessions = ({ forceLogoutCookieSettings: asked }: AppConfigFile) => {
    if (!asked?.forceLogout || asked.clearForceLogout) return
    ending = ending
      .then(async () => {
        const announce = await inSystem(ports.database, (trx) =>
          endSessionsOnce(trx, ports.identity, asked.version, clock.now()),
        )
        announce?.()
      })
      .catch((error: unknown) =>
        log.error(
          { event: 'forced_sign_out.failed', err: error, version: asked.version },
          'Could not end the sessions of a forced sign-out',
        ),
      )
  }
  const file = await watchAppConfigFile({
    file: configuration.appConfigFile,
    onRead: endSessions,
    log,
    ...(ports.fileIntervalMs !== undefined && { intervalMs: ports.fileIntervalMs }),
  })

  const sourced = <Value>(inFile: Value | null, onPage: Value | undefined): Sourced<Value> =>
    inFile !== null
      ? { source: 'file', value: inFile }
      : { source: onPage === undefined ? 'none' : 'page', value: onPage ?? null }
  const downtime = () => sourced(file.content().downtimeSettings, settings.stored().downtime?.value)
  return {
    downtime,
    forceLogout: () =>
      sourced(file.content().forceLogoutCookieSettings, settings.stored()['forced-sign-out']?.value),
    downtimeEnd() {
      const { value } = downtime()
      if (!value) return null
      const now = clock.now().getTime()
      const end = new Date(value.downTimeEnd)
      return Date.parse(value.downTimeStart) <= now && now < end.getTime() ? end : null
    },
    promotion() {
      const url = (name: string | null) => name && noticePictureUrl(configuration, name)
      const announcement = settings.stored().announcement?.value
      const newChat = settings.stored()['new-chat']?.value
      const till = announcement?.activeTill ?? null
      const isActive =
        announcement !== undefined && (till === null || Date.parse(till) > clock.now().getTime())
      return {
        ui_promo_active: isActive,
        ui_promo_image: isActive
          ? { desktop: url(announcement.desktop), mobile: url(announcement.mobile ?? announcement.desktop) }
          : { desktop: null, mobile: null },
        ui_promo_text: isActive ? announcement.text : null,
        ui_promo_active_till: isActive ? till : null,
        ui_new_chat_bg_image: url(newChat?.picture ?? null),
        ui_new_chat_title: newChat?.title || null,
        ui_new_chat_text: newChat?.text || null,
      }
    },
    fileProblem: () => file.problem(),
    async stop() {
      file.stop()
      await ending
    },
  }
}

export const noticePictureUrl = ({ mainApiUrl }: { mainApiUrl: string }, name: string) =>
  `${mainApiUrl}/files/notices/${name}`
