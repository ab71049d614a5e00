import { type AccountRole, accountRoles, type AuditEntry } from '@atrium/contract'
import type { Translate } from '../../lib/translate.ts'
import { oneOf } from '../../lib/text/parse.ts'

type Words = Translate<['audit', 'accounts']>
/** Names a model by id; the id itself for an unknown one. */
type NameModel = (modelId: string) => string

const roleOf = oneOf(...accountRoles)
const toolModeOf = oneOf('off', 'ask', 'auto')
const partOf = oneOf(
  'name',
  'description',
  'access_type',
  'logoFilename',
  'instructions',
  'modifiers',
  'allowedModelIds',
  'marksUnsupported',
  'newChatShare',
)

/** The details of an entry as lines of text: its object and changes. */
export function entryDetails(entry: AuditEntry, t: Words, nameModel: NameModel): string[] {
  const { action, details, personName, roomName } = entry
  const detail = (name: string): string | null => {
    const value = details[name]
    return value === null || value === undefined ? null : String(value)
  }
  const role = (value: string | null): string => {
    const known: AccountRole | null = roleOf(value)
    return known ? t(`accounts:role.${known}`) : (value ?? t('about.none'))
  }
  const change = (inWords: (value: string | null) => string) =>
    t('about.change', { from: inWords(detail('from')), to: inWords(detail('to')) })
  const toolMode = (value: string | null): string => {
    const known = toolModeOf(value)
    return known ? t(`about.tool.${known}`) : t('about.none')
  }
  const days = (value: string | null) =>
    value === null ? t('about.keepForever') : t('about.days', { count: Number(value) })
  const person = personName ?? detail('email')
  /** Admins outside a private room see neither its name nor its files' names. */
  const room = roomName ?? detail('room') ?? t('about.privateRoom')
  const namedRoom = roomName ?? detail('name') ?? t('about.privateRoom')

  switch (action) {
    case 'account.created':
      return lines(detail('name'))
    case 'account.suspended':
      return lines(detail('reason'))
    case 'account.renamed':
      return [change((name) => name ?? t('about.none'))]
    case 'account.logo-changed':
      return lines(details.removed === true && t('about.logoRemoved'))
    case 'account.models-changed': {
      const allowed = detail('allowed')?.split(', ').map(nameModel).join(', ')
      const model = detail('default')
      return lines(
        allowed === undefined ? t('about.allModels') : t('about.models', { models: allowed }),
        model !== null && t('about.default', { model: nameModel(model) }),
      )
    }
    case 'account.retention-changed':
      return [change(days)]
    case 'account.domain-changed':
      return [change((domain) => domain ?? t('about.invitedOnly'))]
    case 'account.billing-changed':
      return []
    case 'order.placed':
    case 'order.paid':
      return lines(detail('name'), detail('total') && `${detail('total')} ${detail('currency')}`)
    case 'order.taken-back':
      return lines(detail('name'), t('about.credits', { count: Number(detail('credits') ?? 0) }))
    case 'account.plan-chosen':
    case 'account.plan-changed':
      return [change((plan) => plan ?? t('about.none'))]
    case 'account.credits-granted':
    case 'account.grant-ended': {
      const isMonthly = action === 'account.grant-ended' || details.frequency === 'monthly'
      const count = Number(detail('credits') ?? 0)
      return lines(t(isMonthly ? 'about.limit' : 'about.credits', { count }), detail('reason'))
    }
    case 'account.deleted':
    case 'account.restored':
    case 'account.reinstated':
    case 'account.sessions-ended':
    case 'account.log-read':
    case 'account.log-exported':
    case 'member.data-exported':
      return []
    case 'member.joined':
      return lines(role(detail('role')))
    case 'member.role-changed':
    case 'owner.changed':
      return lines(person, change(role))
    case 'member.limit-changed': {
      const limit = detail('to')
      return lines(person, limit === null ? t('about.noLimit') : t('about.limit', { count: Number(limit) }))
    }
    case 'member.extra-changed':
      return lines(person, t('about.limit', { count: Number(detail('to') ?? 0) }))
    case 'account.limit-changed':
      return lines(detail('to'))
    case 'room.limit-changed': {
      const limit = detail('to')
      return lines(room, limit === null ? t('about.noLimit') : t('about.limit', { count: Number(limit) }))
    }
    case 'credits.requested':
    case 'credits.refused':
      return lines(person, detail('reason'))
    case 'credits.granted':
      return lines(
        person,
        t(details.frequency === 'monthly' ? 'about.limit' : 'about.credits', {
          count: Number(detail('credits')),
        }),
      )
    case 'member.removed':
      return lines(person)
    case 'sign-in.succeeded':
    case 'sign-in.refused':
      return lines(detail('network'))
    case 'member.left':
      return []
    case 'invite.sent':
    case 'invite.resent':
    case 'invite.withdrawn':
    case 'invite.declined':
      return lines(detail('email'), detail('role') && role(detail('role')))
    case 'link.created': {
      const uses = detail('useLimit')
      return [
        days(detail('expiresInDays')),
        uses === null ? t('about.anyUses') : t('about.uses', { count: Number(uses) }),
      ]
    }
    case 'tool-server.connected':
    case 'tool-server.changed':
    case 'tool-server.removed':
      return lines(detail('name'), detail('address'))
    case 'tool-server.signed-in':
      return lines(detail('name'), detail('address'), detail('scopes'))
    case 'tool-server.sign-in-failed':
    case 'tool-server.signed-out':
    case 'tool-server.call-allowed':
    case 'tool-server.call-refused':
      return lines(detail('name'))
    case 'tool-server.tools-accepted':
    case 'tool-server.tools-withdrawn':
      return lines(detail('name'), detail('tools'))
    case 'room.tools-changed':
      return lines(room, detail('name'), change(toolMode))
    case 'link.revoked':
      return [t('about.used', { count: Number(detail('useCount') ?? 0) })]
    case 'room.changed': {
      const parts = detail('changed')?.split(', ') ?? []
      const known = parts.map(partOf).filter((part) => part !== null)
      return lines(namedRoom, known.map((part) => t(`part.${part}`)).join(', '))
    }
    case 'room.created':
    case 'room.deleted':
    case 'room.restored':
    case 'room-member.left':
      return [namedRoom]
    case 'account.links-changed':
      return [change((value) => t(value === 'true' ? 'about.allowed' : 'about.notAllowed'))]
    case 'chat.link-created':
      return lines(
        room,
        t(detail('audience') === 'anyone' ? 'about.linkAnyone' : 'about.linkAccount'),
        days(detail('expiresInDays')),
      )
    case 'chat.link-revoked':
    case 'chat.shared':
    case 'chat.sharing-ended':
    case 'canvas.shared':
    case 'canvas.sharing-ended':
    case 'canvas.deleted':
    case 'canvas.restored':
    case 'schedule.created':
    case 'schedule.changed':
    case 'schedule.deleted':
      return [room]
    case 'knowledge-base.created':
    case 'knowledge-base.changed':
    case 'knowledge-base.deleted':
    case 'prompt.shared':
    case 'prompt.changed':
    case 'prompt.deleted':
    case 'prompt.restored':
      return lines(detail('name'), (roomName !== null || detail('name') === null) && room)
    case 'room-file.added':
    case 'room-file.deleted':
    case 'room-file.opened':
      return lines(detail('name'), room)
    case 'room-member.added':
    case 'room-member.role-changed':
    case 'room-member.removed':
      return lines(person, namedRoom)
  }
}

const lines = (...given: (string | null | false | undefined)[]): string[] =>
  given.filter((line): line is string => typeof line === 'string' && line !== '')
