import type { UnfetchedReason } from '@atrium/contract'
import type { TFunction } from 'i18next'

/** Why what is at an address was not fetched, and what to do about it. */
export const unfetchedText = (reason: UnfetchedReason, t: TFunction<'knowledgeSources'>): string =>
  t(`problem.${reason}`)
