import type { ChatRelation } from '@atrium/contract'

/** The rights of `chatPolicy` that a conversation shows, without its table, which the first page need not load. */
export const mayStopAnswer = (relation: ChatRelation, isOwn: boolean): boolean =>
  isOwn || relation === 'owner' || relation === 'openAdmin'

/** Removing a queued question, and confirming the next one. */
export const mayManageQueued = (relation: ChatRelation, isOwn: boolean): boolean =>
  isOwn || relation === 'owner' || relation === 'openAdmin'

export const mayRateAnswer = (relation: ChatRelation, isOwn: boolean): boolean =>
  isOwn || relation === 'owner'

export const mayEditQuestion = (relation: ChatRelation, isOwn: boolean): boolean =>
  isOwn && !relation.startsWith('read')
