import type { Language } from '@atrium/contract'
import type { Catalogue, Namespace } from './index.ts'

/** Groups of phrases that load together: the first page's, those of every chat, and those of single screens. */
export type Area = keyof typeof files

/** Phrases used only in mails: no browser loads them. */
type OfMails = 'mails'

/** Where a namespace is. */
export const areaOf: Record<Exclude<Namespace, OfMails>, Area> = {
  common: 'first-page',
  errors: 'first-page',
  identity: 'first-page',
  shell: 'chat',
  chat: 'chat',
  history: 'chat',
  rooms: 'chat',
  models: 'chat',
  conversation: 'chat',
  shaping: 'chat',
  attachments: 'chat',
  labels: 'chat',
  search: 'chat',
  sharing: 'chat',
  transfer: 'chat',
  longChat: 'chat',
  pictures: 'chat',
  composing: 'chat',
  sources: 'chat',
  contextFiles: 'knowledge',
  knowledgeBases: 'knowledge',
  knowledgeSources: 'knowledge',
  knowledgeCheck: 'knowledge',
  questionLibrary: 'knowledge',
  shareDialog: 'team',
  terms: 'team',
  accounts: 'team',
  members: 'team',
  invites: 'team',
  accountAdmin: 'team',
  audit: 'team',
  profile: 'team',
  security: 'team',
  providers: 'team',
  setup: 'team',
  systemHealth: 'team',
  systemPeople: 'team',
  systemPlans: 'team',
  reference: 'team',
}

const files = {
  'first-page': {
    en: () => import('./en/areas/first-page.ts'),
    fr: () => import('./fr/areas/first-page.ts'),
    vi: () => import('./vi/areas/first-page.ts'),
    zh: () => import('./zh/areas/first-page.ts'),
    ar: () => import('./ar/areas/first-page.ts'),
  },
  chat: {
    en: () => import('./en/areas/chat.ts'),
    fr: () => import('./fr/areas/chat.ts'),
    vi: () => import('./vi/areas/chat.ts'),
    zh: () => import('./zh/areas/chat.ts'),
    ar: () => import('./ar/areas/chat.ts'),
  },
  knowledge: {
    en: () => import('./en/areas/knowledge.ts'),
    fr: () => import('./fr/areas/knowledge.ts'),
    vi: () => import('./vi/areas/knowledge.ts'),
    zh: () => import('./zh/areas/knowledge.ts'),
    ar: () => import('./ar/areas/knowledge.ts'),
  },
  team: {
    en: () => import('./en/areas/team.ts'),
    fr: () => import('./fr/areas/team.ts'),
    vi: () => import('./vi/areas/team.ts'),
    zh: () => import('./zh/areas/team.ts'),
    ar: () => import('./ar/areas/team.ts'),
  },
}

/** Loads an area's phrases of a language; in a browser each is a separate file. */
export const loadArea = (area: Area, language: Language): Promise<Partial<Catalogue>> =>
  files[area][language]()
