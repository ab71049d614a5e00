import { randomUUID } from 'node:crypto'
import type {
  AuditDetails,
  NoticeChanges,
  Notices as PresentedNotices,
  Proof,
  SessionId,
  SystemAuditAction,
  UserId,
} from '@atrium/contract'
import { type Identity, writeSystemAudit } from '../../identity/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { advisoryLock, type Database, inSystem, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { Log } from '../../platform/log.ts'
import { setSetting } from '../change-settings.ts'
import type { SystemSettings } from '../system-settings.ts'
import type { SystemSettingTable } from '../tables.ts'
import { endSessionsOnce, sessionsEndedAt } from './force-sign-out.ts'
import { noticePictureUrl, type Notices } from './notices.ts'
import { requireNoticePicture } from './pictures.ts'

export type NoticeVerbPorts = {
  database: Database
  settings: SystemSettings
  notices: Notices
  identity: Pick<Identity, 'endSessionsBefore' | 'requireProof'>
  configuration: { mainApiUrl: string }
  clock: Clock
  log: Log
}

export async function presentNotices(ports: NoticeVerbPorts): Promise<PresentedNotices> {
  const { notices, settings } = ports
  const forceLogout = notices.forceLogout()
  const { version } = forceLogout.value ?? {}
  const endedAt = version ? await inSystem(ports.database, (trx) => sessionsEndedAt(trx, version)) : null
  const announcement = settings.stored().announcement?.value
  const newChat = settings.stored()['new-chat']?.value
  const url = (name: string | null) => name && noticePictureUrl(ports.configuration, name)
  return {
    downtime: notices.downtime(),
    forceLogout: { ...forceLogout, endedAt: endedAt?.toISOString() ?? null },
    announcement: announcement
      ? {
          ...announcement,
          desktopUrl: noticePictureUrl(ports.configuration, announcement.desktop),
          mobileUrl: url(announcement.mobile),
        }
      : null,
    newChat: newChat ? { ...newChat, pictureUrl: url(newChat.picture) } : null,
    fileProblem: notices.fileProblem(),
  }
}

/** Sets or ends notices in one transaction; every process applies them at once. */
export async function changeNotices(
  ports: NoticeVerbPorts,
  actorId: UserId,
  changes: NoticeChanges,
): Promise<PresentedNotices> {
  const { downtime, announcement, newChat } = changes
  if (downtime !== undefined && ports.notices.downtime().source === 'file') fail('SET_BY_ENVIRONMENT')
  return change(ports, actorId, Object.keys(changes), async (trx) => {
    await requireNoticePicture(trx, 'body.announcement.desktop', announcement?.desktop ?? null)
    await requireNoticePicture(trx, 'body.announcement.mobile', announcement?.mobile ?? null)
    await requireNoticePicture(trx, 'body.newChat.picture', newChat?.picture ?? null)
    // A changed downtime is announced again to people who have dismissed the previous one.
    await setOrEnd(trx, actorId, 'downtime', downtime && { ...downtime, notificationId: randomUUID() })
    await setOrEnd(trx, actorId, 'announcement', announcement)
    await setOrEnd(trx, actorId, 'new-chat', newChat)
    const audit = (action: SystemAuditAction, details: AuditDetails) =>
      writeSystemAudit(trx, { actorId, action, details })
    if (downtime !== undefined)
      await audit('notice.downtime', {
        from: spanOf(ports.notices.downtime().value),
        to: spanOf(downtime),
      })
    if (announcement !== undefined)
      await audit('notice.announcement', { to: announcement === null ? null : announcement.activeTill })
    if (newChat !== undefined) await audit('notice.new-chat', { to: newChat === null ? null : newChat.title })
  })
}

/** Ends every session, the caller's too, and announces a new version to browsers. */
export async function forceSignOut(
  ports: NoticeVerbPorts,
  actor: { userId: UserId; sessionId: SessionId },
  proof: Proof | undefined,
): Promise<PresentedNotices> {
  refuseIfInFile(ports)
  await ports.identity.requireProof(actor, proof)
  const actorId = actor.userId
  const now = ports.clock.now()
  const version = now.toISOString()
  let announce: (() => void) | undefined
  const presented = await change(ports, actorId, ['forced-sign-out'], async (trx) => {
    const value = { forceLogout: true, version, clearForceLogout: false }
    await setSetting(trx, { name: 'forced-sign-out', value, secretSealed: null, actorId })
    announce = await endSessionsOnce(trx, ports.identity, version, now)
    await writeSystemAudit(trx, { actorId, action: 'notice.forced-sign-out' })
  })
  announce?.()
  return presented
}

/** Browsers that have not acted on the forced sign-out yet forget it. */
export async function clearForcedSignOut(ports: NoticeVerbPorts, actorId: UserId): Promise<PresentedNotices> {
  refuseIfInFile(ports)
  return change(ports, actorId, ['forced-sign-out'], async (trx) => {
    const version = ports.notices.forceLogout().value?.version ?? ports.clock.now().toISOString()
    const value = { forceLogout: false, version, clearForceLogout: true }
    await setSetting(trx, { name: 'forced-sign-out', value, secretSealed: null, actorId })
    await writeSystemAudit(trx, { actorId, action: 'notice.forced-sign-out-cleared' })
  })
}

/** The start and end of a downtime. */
const spanOf = (downtime: { downTimeStart: string; downTimeEnd: string } | null) =>
  downtime && `${downtime.downTimeStart} – ${downtime.downTimeEnd}`

function refuseIfInFile({ notices }: NoticeVerbPorts): void {
  if (notices.forceLogout().source === 'file') fail('SET_BY_ENVIRONMENT')
}

async function change(
  ports: NoticeVerbPorts,
  actorId: UserId,
  names: string[],
  write: (transaction: Transaction) => Promise<void>,
): Promise<PresentedNotices> {
  await inSystem(ports.database, async (trx) => {
    await advisoryLock(trx, 'operations: system settings')
    await write(trx)
    await ports.settings.publishChange(trx)
  })
  ports.log.info(
    { event: 'notices.changed', actorId, notices: names },
    'A system administrator changed notices',
  )
  await ports.settings.reload()
  return await presentNotices(ports)
}

/** Undefined: keeps the stored value. Null: deletes it. */
async function setOrEnd(
  transaction: Transaction,
  actorId: UserId,
  name: SystemSettingTable['name'],
  value: object | null | undefined,
): Promise<void> {
  if (value) await setSetting(transaction, { name, value, secretSealed: null, actorId })
  else if (value === null) await transaction.deleteFrom('system_setting').where('name', '=', name).execute()
}
