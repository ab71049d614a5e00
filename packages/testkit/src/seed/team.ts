import type { AccountRole, Language } from '@atrium/contract'

/** A person of the demo team. `key` is their name in the conversations, and the first part of their address. */
export interface DemoPerson {
  key: string
  firstName: string
  lastName: string
  language: Language
  role: AccountRole
}

export const accountName = 'Tidewater Instruments'

/** For demonstrations only: it is printed, and it is the same for all twelve. */
export const password = 'Demo-Tidewater-2026'

export const emailOf = (person: Pick<DemoPerson, 'key'>) => `${person.key}@tidewater.example`

/** Twelve people who make probes for fish farms, in London, Lyon, Hanoi, Shanghai and Casablanca. The first owns the account. */
export const team: readonly DemoPerson[] = [
  { key: 'amara', firstName: 'Amara', lastName: 'Okafor', language: 'en', role: 'owner' },
  { key: 'priya', firstName: 'Priya', lastName: 'Raghavan', language: 'en', role: 'admin' },
  { key: 'julien', firstName: 'Julien', lastName: 'Mercier', language: 'fr', role: 'member' },
  { key: 'claire', firstName: 'Claire', lastName: 'Delacroix', language: 'fr', role: 'member' },
  { key: 'linh', firstName: 'Linh', lastName: 'Nguyễn Thị', language: 'vi', role: 'member' },
  { key: 'minh', firstName: 'Quang Minh', lastName: 'Phạm', language: 'vi', role: 'member' },
  { key: 'wei', firstName: '伟', lastName: '陈', language: 'zh', role: 'member' },
  { key: 'layla', firstName: 'ليلى', lastName: 'حداد', language: 'ar', role: 'member' },
  { key: 'ingrid', firstName: 'Ingrid', lastName: 'Solberg', language: 'en', role: 'admin' },
  { key: 'kwame', firstName: 'Kwame', lastName: 'Mensah', language: 'en', role: 'member' },
  { key: 'tomas', firstName: 'Tomás', lastName: 'Herrera', language: 'en', role: 'member' },
  { key: 'yuki', firstName: 'Yuki', lastName: 'Tanabe', language: 'en', role: 'member' },
]

export interface DemoRoom {
  name: string
  description: string
  /** Members of a private room other than its owner, by key; a public room is open to everybody. */
  members?: readonly string[]
  owner: string
}

/** The rooms in addition to 'General', which every account has. */
export const rooms: readonly DemoRoom[] = [
  {
    name: 'Product',
    owner: 'amara',
    description: 'Probes, firmware and the dashboard: what we build, and why.',
  },
  { name: 'Sales', owner: 'amara', description: 'Offers, fairs and letters to customers.' },
  {
    name: 'Support',
    owner: 'amara',
    description: 'Answers to customers, and what we learn from their questions.',
  },
  {
    name: 'Legal',
    owner: 'amara',
    description: 'Contracts, data protection, insurance.',
    members: ['claire', 'ingrid'],
  },
  {
    name: 'People',
    owner: 'amara',
    description: 'Applications and the first weeks of new colleagues.',
    members: ['ingrid', 'priya'],
  },
  {
    name: 'Leadership',
    owner: 'amara',
    description: 'Figures, risks and decisions.',
    members: ['priya', 'julien', 'wei', 'ingrid'],
  },
]
