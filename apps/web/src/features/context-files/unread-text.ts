import type { DocumentProblem } from '@atrium/contract'
import type { TFunction } from 'i18next'

/** Why the text of a file is not known, and what to do about it; without a reason that it is still being read. */
export const unreadText = (problem: DocumentProblem | null, t: TFunction<'sources'>): string =>
  t(`unread.${problem ?? 'none'}`)
