import i18next from 'i18next'
import type { FileWords } from './chat-files.ts'

/** The words of files in the reader's language. */
export const fileWords = (): FileWords => ({
  asked: i18next.t('transfer:file.asked'),
  answeredBy: (model) =>
    model === null ? i18next.t('transfer:file.answer') : i18next.t('transfer:file.answered', { model }),
  picture: (name: string) => i18next.t('transfer:file.picture', { name }),
  unfinished: i18next.t('transfer:file.unfinished'),
  when: (moment) =>
    new Intl.DateTimeFormat(i18next.language, { dateStyle: 'long', timeStyle: 'short' }).format(
      new Date(moment),
    ),
})
