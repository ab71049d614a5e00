import { dateLocale } from '../../lib/text/date-locale.ts'
import { translate } from '../../lib/translate.ts'
import type { FileWords } from './chat-files.ts'

/** The phrases of exported files in the reader's language. */
export const fileWords = (): FileWords => ({
  asked: translate('transfer:file.asked'),
  answeredBy: (model) =>
    model === null ? translate('transfer:file.answer') : translate('transfer:file.answered', { model }),
  picture: (name: string) => translate('transfer:file.picture', { name }),
  unfinished: translate('transfer:file.unfinished'),
  when: (moment) =>
    new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'long', timeStyle: 'short' }).format(new Date(moment)),
})
