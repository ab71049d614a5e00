import type { GrantFrequency, Language } from '@atrium/contract'
import ar from '@atrium/phrases/ar/mails/account-mails.ts'
import en from '@atrium/phrases/en/mails/account-mails.ts'
import fr from '@atrium/phrases/fr/mails/account-mails.ts'
import vi from '@atrium/phrases/vi/mails/account-mails.ts'
import zh from '@atrium/phrases/zh/mails/account-mails.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { mailBody, withoutAddress } from '../../platform/mail/mail-body.ts'
import { notificationFooter } from '../../platform/mail/notification-footer.ts'

const phrases: Record<Language, Record<keyof typeof en, string>> = { ar, en, fr, vi, zh }

type To = {
  email: string
  language: Language | null
  siteUrl: string
  /** Turns notification mail off for the recipient. */
  unsubscribeUrl: string
}
type RequestFacts = {
  name: string
  accountId: string
  accountName: string
  reason: string
  grantedMilli: number | null
  frequency: GrantFrequency | null
  answer: string | null
}

/**
 * Composes the mail to an admin about a credit request, or to the requester about its decision. User input is neither markup nor
 * an address.
 */
export function requestMail(
  what: 'requested' | 'approved' | 'refused',
  { email, language, siteUrl, unsubscribeUrl }: To,
  { name, accountId, accountName, reason, grantedMilli, frequency, answer }: RequestFacts,
): Mail {
  const words = phrases[language ?? 'en']
  const values = {
    name: withoutAddress(name),
    account: withoutAddress(accountName),
    credits: new Intl.NumberFormat(language ?? 'en').format((grantedMilli ?? 0) / 1000),
  }
  // One pass, so that a name that contains a variable stays as it is.
  const filled = (key: keyof typeof en) =>
    words[key].replaceAll(
      /\{\{(name|account|credits)\}\}/g,
      (_, variable: keyof typeof values) => values[variable],
    )
  const news = what === 'approved' && frequency === 'monthly' ? 'approvedMonthly' : what
  const written = what === 'requested' ? reason : what === 'refused' ? answer : null
  return {
    recipient: email,
    kind: `credits:${what}`,
    subject: filled(`credits.${news}.subject`),
    ...mailBody(
      [
        { text: filled(`credits.${news}.text`) },
        ...(written === null ? [] : [{ text: withoutAddress(written) }]),
        what === 'requested'
          ? { link: `${siteUrl}/account-members/${accountId}`, label: words['credits.button'] }
          : { link: `${siteUrl}/chat`, label: words['credits.back'] },
        notificationFooter(language ?? 'en', unsubscribeUrl),
      ],
      language ?? 'en',
    ),
    unsubscribeUrl,
  }
}
