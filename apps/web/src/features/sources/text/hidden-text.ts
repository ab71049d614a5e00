import type { Source } from '@atrium/contract'
import type { Translate } from '../../../lib/translate.ts'

/** The text for a source that the reader may not open: it exists, with a contact. */
export const hiddenText = ({ of }: Source, t: Translate<'sources'>): string =>
  t(of.kind === 'question' ? 'hidden.question' : 'hidden.room')
