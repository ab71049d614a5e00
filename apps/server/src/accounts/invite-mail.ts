import { type Language, limits } from '@atrium/contract'
import ar from '@atrium/phrases/ar/account-mails.ts'
import en from '@atrium/phrases/en/account-mails.ts'
import fr from '@atrium/phrases/fr/account-mails.ts'
import vi from '@atrium/phrases/vi/account-mails.ts'
import zh from '@atrium/phrases/zh/account-mails.ts'
import type { Mail } from '../platform/mail.ts'
import { mailBody, withoutAddress } from '../platform/mail-body.ts'

const phrases: Record<Language, Record<keyof typeof en, string>> = { ar, en, fr, vi, zh }

export const inviteMailKind = 'accounts:invite'

export type InviteToMail = {
  email: string
  language: Language
  inviter: string
  accountName: string
  url: string
}

/** The mail that carries an invitation. Names are what people typed: they are neither markup nor addresses in it. */
export function inviteMail({ email, language, inviter, accountName, url }: InviteToMail): Mail {
  const words = phrases[language]
  const values = {
    inviter: withoutAddress(inviter),
    account: withoutAddress(accountName),
    days: new Intl.NumberFormat(language).format(limits.inviteLifeDays),
  }
  // One pass: a name that holds a variable's name stays a name.
  const filled = (key: keyof typeof en) =>
    words[key].replaceAll(/\{\{(inviter|account|days)\}\}/g, (_, name: keyof typeof values) => values[name])
  return {
    recipient: email,
    kind: inviteMailKind,
    subject: filled('invite.subject'),
    ...mailBody(
      [
        { text: filled('invite.text') },
        { link: url, label: words['invite.button'] },
        { text: filled('invite.life') },
        { text: filled('invite.unknown') },
      ],
      language,
    ),
  }
}
