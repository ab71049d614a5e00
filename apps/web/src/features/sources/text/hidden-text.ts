import type { Source } from '@atrium/contract'
import type { Translate } from '../../../lib/translate.ts'

/** What is said of a source that the reader may not open: that there is one, and whom to ask. */
export const hiddenText = ({ of }: Source, t: Translate<'sources'>): string =>
  t(of.kind === 'question' ? 'hidden.question' : 'hidden.room')
