import type { ErrorCode, Language } from '@atrium/contract'
import arErrors from '@atrium/phrases/ar/first-page/errors.ts'
import enErrors from '@atrium/phrases/en/first-page/errors.ts'
import frErrors from '@atrium/phrases/fr/first-page/errors.ts'
import viErrors from '@atrium/phrases/vi/first-page/errors.ts'
import zhErrors from '@atrium/phrases/zh/first-page/errors.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { mailBody, withoutAddress } from '../../platform/mail/mail-body.ts'
import { notificationFooter, notificationPhrases } from '../../platform/mail/notification-footer.ts'

const errors: Record<Language, Record<ErrorCode, string>> = {
  ar: arErrors,
  en: enErrors,
  fr: frErrors,
  vi: viErrors,
  zh: zhErrors,
}

type To = { email: string; language: Language | null; siteUrl: string; unsubscribeUrl: string }
type Failed = {
  title: string
  errorCode: ErrorCode /** What paused the schedule; null if it continues. */
  pause: 'failures' | 'file' | null
}

/** Composes the mail about a failed run to the owner of its schedule. The title is user input: neither markup nor an address. */
export function failureMail(
  { email, language, siteUrl, unsubscribeUrl }: To,
  { title, errorCode, pause }: Failed,
): Mail {
  const words = notificationPhrases[language ?? 'en']
  const filled = (key: 'schedule.subject' | 'schedule.text') =>
    words[key].replaceAll('{{title}}', () => withoutAddress(title))
  return {
    recipient: email,
    kind: 'notifications:schedule',
    subject: filled('schedule.subject'),
    ...mailBody(
      [
        { text: filled('schedule.text') },
        { text: errors[language ?? 'en'][errorCode] },
        {
          text: words[
            pause === 'file' ? 'schedule.pausedForFile' : pause ? 'schedule.paused' : 'schedule.continues'
          ],
        },
        { link: `${siteUrl}/chat-history/jobs?state=scheduled`, label: words['schedule.button'] },
        notificationFooter(language ?? 'en', unsubscribeUrl),
      ],
      language ?? 'en',
    ),
    unsubscribeUrl,
  }
}
