import type { AccountId, Language } from '@atrium/contract'
import ar from '@atrium/phrases/ar/mails/account-mails.ts'
import en from '@atrium/phrases/en/mails/account-mails.ts'
import fr from '@atrium/phrases/fr/mails/account-mails.ts'
import vi from '@atrium/phrases/vi/mails/account-mails.ts'
import zh from '@atrium/phrases/zh/mails/account-mails.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { mailBody, withoutAddress } from '../../platform/mail/mail-body.ts'
import { notificationFooter } from '../../platform/mail/notification-footer.ts'

const phrases: Record<Language, Record<keyof typeof en, string>> = { ar, en, fr, vi, zh }

type To = { email: string; language: Language | null; siteUrl: string; unsubscribeUrl: string }
type LimitFacts = {
  accountId: AccountId
  accountName: string
  /** Of the member or room. */
  name: string
  limitMilli: number
  usedMilli: number
}

/** Composes the warning about a limit: to the member who has it, or to an admin about a member's or a room's limit. */
export function limitMail(
  about: 'own' | 'member' | 'room',
  { email, language, siteUrl, unsubscribeUrl }: To,
  { accountId, accountName, name, limitMilli, usedMilli }: LimitFacts,
): Mail {
  const words = phrases[language ?? 'en']
  const number = (milli: number) => new Intl.NumberFormat(language ?? 'en').format(milli / 1000)
  const values = {
    name: withoutAddress(name),
    account: withoutAddress(accountName),
    used: number(usedMilli),
    limit: number(limitMilli),
  }
  const filled = (key: keyof typeof en) =>
    words[key].replaceAll(
      /\{\{(name|account|used|limit)\}\}/g,
      (_, variable: keyof typeof values) => values[variable],
    )
  return {
    recipient: email,
    kind: `credits:limit-${about}`,
    subject: filled(`limit.${about}.subject`),
    ...mailBody(
      [
        { text: filled(`limit.${about}.text`) },
        about === 'own'
          ? { link: `${siteUrl}/chat`, label: words['credits.back'] }
          : { link: `${siteUrl}/account-admin/settings/${accountId}`, label: words['limit.button'] },
        notificationFooter(language ?? 'en', unsubscribeUrl),
      ],
      language ?? 'en',
    ),
    unsubscribeUrl,
  }
}
