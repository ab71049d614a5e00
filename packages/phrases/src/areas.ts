import type { Language } from '@atrium/contract'
import type { Catalogue, Namespace } from './index.ts'

/** Groups of phrases that load together: the first page's, those of every chat, and those of single screens. */
export type Area = keyof typeof files

/** Phrases of mails, which no browser loads, and of the page of chat links, which loads its own. */
type OutsideTheApp = 'mails' | 'linkPage'

/** The area of each namespace of the app. */
export const areaOf: Record<Exclude<Namespace, OutsideTheApp>, Area> = {
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
  tables: 'chat',
  agentJobs: 'chat',
  schedules: 'chat',
  toolCalls: 'chat',
  contextFiles: 'knowledge',
  knowledgeBases: 'knowledge',
  knowledgeSources: 'knowledge',
  knowledgeCheck: 'knowledge',
  questionLibrary: 'knowledge',
  canvases: 'knowledge',
  canvasWork: 'knowledge',
  gallery: 'knowledge',
  shareDialog: 'team',
  terms: 'team',
  accounts: 'team',
  members: 'team',
  invites: 'team',
  onboarding: 'team',
  accountAdmin: 'team',
  audit: 'team',
  reports: 'team',
  billing: 'team',
  profile: 'team',
  security: 'team',
  providers: 'team',
  toolServers: 'team',
  setup: 'team',
  systemAudit: 'team',
  systemHealth: 'team',
  systemPeople: 'team',
  systemPlans: 'team',
  notices: 'team',
  reference: 'team',
  offline: 'offline',
}

const files = {
  'first-page': {
    en: () => import('./en/first-page/index.ts'),
    fr: () => import('./fr/first-page/index.ts'),
    vi: () => import('./vi/first-page/index.ts'),
    zh: () => import('./zh/first-page/index.ts'),
    ar: () => import('./ar/first-page/index.ts'),
  },
  chat: {
    en: () => import('./en/chat/index.ts'),
    fr: () => import('./fr/chat/index.ts'),
    vi: () => import('./vi/chat/index.ts'),
    zh: () => import('./zh/chat/index.ts'),
    ar: () => import('./ar/chat/index.ts'),
  },
  knowledge: {
    en: () => import('./en/knowledge/index.ts'),
    fr: () => import('./fr/knowledge/index.ts'),
    vi: () => import('./vi/knowledge/index.ts'),
    zh: () => import('./zh/knowledge/index.ts'),
    ar: () => import('./ar/knowledge/index.ts'),
  },
  team: {
    en: () => import('./en/team/index.ts'),
    fr: () => import('./fr/team/index.ts'),
    vi: () => import('./vi/team/index.ts'),
    zh: () => import('./zh/team/index.ts'),
    ar: () => import('./ar/team/index.ts'),
  },
  offline: {
    en: () => import('./en/offline/index.ts'),
    fr: () => import('./fr/offline/index.ts'),
    vi: () => import('./vi/offline/index.ts'),
    zh: () => import('./zh/offline/index.ts'),
    ar: () => import('./ar/offline/index.ts'),
  },
}

/** Loads an area's phrases of a language; in a browser each is a separate file. */
export const loadArea = (area: Area, language: Language): Promise<Partial<Catalogue>> =>
  files[area][language]()
