import type { UnfetchedReason } from '@atrium/contract'
import type { Translate } from '../../lib/translate.ts'

/** Explains why an address was not fetched, and what to do about it. */
export const unfetchedText = (reason: UnfetchedReason, t: Translate<'knowledgeSources'>): string =>
  t(`problem.${reason}`)
