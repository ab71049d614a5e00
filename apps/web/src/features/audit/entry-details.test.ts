import { type AuditAction, auditActions, type AuditDetails, type AuditEntry, mintId } from '@atrium/contract'
import { loadCatalogue } from '@atrium/phrases'
import { addPhrases } from '../../lib/phrases.ts'
import { translateTo } from '../../lib/translate.ts'
import { beforeAll, expect, test } from 'vitest'
import { entryDetails } from './entry-details.ts'

beforeAll(async () => {
  addPhrases('en', await loadCatalogue('en'))
})

const entry = (
  action: AuditAction,
  details: AuditDetails = {},
  personName: string | null = null,
  roomName: string | null = null,
) =>
  ({
    id: 1,
    at: '2026-11-21T10:00:00Z',
    actorId: mintId('user'),
    actorName: 'Ada',
    actorEmail: 'ada@example.com',
    action,
    objectType: 'member',
    objectId: 'object',
    personName,
    roomName,
    details,
  }) satisfies AuditEntry

const about = (...given: Parameters<typeof entry>) =>
  entryDetails(entry(...given), translateTo('en', ['audit', 'accounts']), (id) => `Model ${id}`)

test('ACC-08 an entry shows the affected person and the changes', () => {
  expect(about('member.role-changed', { from: 'member', to: 'admin' }, 'Grace Hopper')).toEqual([
    'Grace Hopper',
    'Member → Admin',
  ])
  expect(about('member.removed', { email: 'grace@example.com' })).toEqual(['grace@example.com'])
  expect(about('invite.sent', { email: 'grace@example.com', role: 'admin' })).toEqual([
    'grace@example.com',
    'Admin',
  ])
  expect(about('account.retention-changed', { from: null, to: 1 })).toEqual(['forever → 1 day'])
  expect(about('account.domain-changed', { from: 'example.com', to: null })).toEqual([
    'example.com → by invitation only',
  ])
  expect(about('member.limit-changed', { to: 2.5 }, 'Grace')).toEqual(['Grace', '2.5 credits per month'])
  expect(about('member.limit-changed', { to: null }, 'Grace')).toEqual(['Grace', 'no limit'])
})

test('ACC-08 models are shown by name, a full list as all models', () => {
  expect(about('account.models-changed', { allowed: 'a, b', default: 'a' })).toEqual([
    'Allowed: Model a, Model b',
    'Default: Model a',
  ])
  expect(about('account.models-changed', { allowed: null, default: null })).toEqual(['All models'])
})

test('ACC-08 a private room keeps its name to itself; parts that this page does not know are passed over', () => {
  expect(about('room.changed', { access: 'PUBLIC', name: 'Engines', changed: 'name, colour' })).toEqual([
    'Engines',
    'name',
  ])
  expect(about('room-member.added', { access: 'PRIVATE', userId: 'user' }, 'Grace')).toEqual([
    'Grace',
    'a private room',
  ])
  expect(about('room-member.added', { access: 'PRIVATE', userId: 'user' }, 'Grace', 'Plans')).toEqual([
    'Grace',
    'Plans',
  ])
  expect(about('room-file.opened', { access: 'PRIVATE' }, null, 'Plans')).toEqual(['Plans'])
  expect(about('knowledge-base.created', { access: 'PUBLIC', name: 'Handbook' }, null, 'Office')).toEqual([
    'Handbook',
    'Office',
  ])
})

test('ACC-08 every action has a phrase, with any details', () => {
  for (const action of auditActions)
    for (const line of about(action)) expect(line, action).not.toMatch(/NaN|undefined|null|\{\{/)
})
