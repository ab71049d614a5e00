import type { Language } from '@atrium/contract'
import ar from '@atrium/phrases/ar/mails/notification-mails.ts'
import en from '@atrium/phrases/en/mails/notification-mails.ts'
import fr from '@atrium/phrases/fr/mails/notification-mails.ts'
import vi from '@atrium/phrases/vi/mails/notification-mails.ts'
import zh from '@atrium/phrases/zh/mails/notification-mails.ts'
import type { Paragraph } from './mail-body.ts'

export const notificationPhrases: Record<Language, Record<keyof typeof en, string>> = { ar, en, fr, vi, zh }

/** The last lines of every notification mail: why it came, and the link that changes it without signing in. */
export function notificationFooter(language: Language, unsubscribeUrl: string): Paragraph {
  const words = notificationPhrases[language]
  return {
    footer: words['footer.text'],
    links: [{ link: unsubscribeUrl, label: words['footer.change'] }],
  }
}
