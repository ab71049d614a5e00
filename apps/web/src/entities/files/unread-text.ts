import type { UnreadProblem } from '@atrium/contract'
import type { Translate } from '../../lib/translate.ts'

/** Explains why a file has no text, and what to do about it; without a reason, that it is being processed. */
export const unreadText = (problem: UnreadProblem | null, t: Translate<'sources'>): string =>
  t(`unread.${problem ?? 'none'}`)
