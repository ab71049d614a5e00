import { type AccountRole, accountRoles, type AuditEntry } from '@atrium/contract'
import type { TFunction } from 'i18next'
import { oneOf } from '../../lib/parse.ts'

type Words = TFunction<['audit', 'accounts']>
/** Names a model by its id; the id itself where nobody knows it any more. */
type NameModel = (modelId: string) => string

const roleOf = oneOf(...accountRoles)
const partOf = oneOf(
  'name',
  'description',
  'access_type',
  'logoFilename',
  'instructions',
  'modifiers',
  'allowedModelIds',
  'marksUnsupported',
)

/** The particulars of an entry in words, each a line: whom or what it was done to, and what changed. */
export function aboutEntry(entry: AuditEntry, t: Words, nameModel: NameModel): string[] {
  const { action, details, personName } = entry
  const told = (name: string): string | null => {
    const value = details[name]
    return value === null || value === undefined ? null : String(value)
  }
  const role = (value: string | null): string => {
    const known: AccountRole | null = roleOf(value)
    return known ? t(`accounts:role.${known}`) : (value ?? t('about.none'))
  }
  const change = (inWords: (value: string | null) => string) =>
    t('about.change', { from: inWords(told('from')), to: inWords(told('to')) })
  const days = (value: string | null) =>
    value === null ? t('about.keepForever') : t('about.days', { count: Number(value) })
  const person = personName ?? told('email')
  /** Of a private room neither its name nor those of its files are told. */
  const room = told('name') ?? t('about.privateRoom')

  switch (action) {
    case 'account.created':
      return lines(told('name'))
    case 'account.renamed':
      return [change((name) => name ?? t('about.none'))]
    case 'account.logo-changed':
      return lines(details.removed === true && t('about.logoRemoved'))
    case 'account.models-changed': {
      const allowed = told('allowed')?.split(', ').map(nameModel).join(', ')
      const model = told('default')
      return lines(
        allowed === undefined ? t('about.allModels') : t('about.models', { models: allowed }),
        model !== null && t('about.default', { model: nameModel(model) }),
      )
    }
    case 'account.retention-changed':
      return [change(days)]
    case 'account.domain-changed':
      return [change((domain) => domain ?? t('about.invitedOnly'))]
    case 'account.deleted':
    case 'account.restored':
      return []
    case 'member.joined':
      return lines(role(told('role')))
    case 'member.role-changed':
    case 'owner.changed':
      return lines(person, change(role))
    case 'member.limit-changed': {
      const limit = told('to')
      return lines(person, limit === null ? t('about.noLimit') : t('about.limit', { count: Number(limit) }))
    }
    case 'member.removed':
      return lines(person)
    case 'member.left':
      return []
    case 'invite.sent':
    case 'invite.resent':
    case 'invite.withdrawn':
    case 'invite.declined':
      return lines(told('email'), told('role') && role(told('role')))
    case 'link.created': {
      const uses = told('useLimit')
      return [
        days(told('expiresInDays')),
        uses === null ? t('about.anyUses') : t('about.uses', { count: Number(uses) }),
      ]
    }
    case 'link.revoked':
      return [t('about.used', { count: Number(told('useCount') ?? 0) })]
    case 'room.changed': {
      const parts = told('changed')?.split(', ') ?? []
      const known = parts.map(partOf).filter((part) => part !== null)
      return lines(room, known.map((part) => t(`part.${part}`)).join(', '))
    }
    case 'room.created':
    case 'room.deleted':
    case 'room.restored':
    case 'room-member.left':
    case 'room-file.added':
    case 'room-file.deleted':
    case 'knowledge-base.created':
    case 'knowledge-base.changed':
    case 'knowledge-base.deleted':
      return [room]
    case 'room-member.added':
    case 'room-member.role-changed':
    case 'room-member.removed':
      return lines(person, room)
  }
}

const lines = (...given: (string | null | false | undefined)[]): string[] =>
  given.filter((line): line is string => typeof line === 'string' && line !== '')
