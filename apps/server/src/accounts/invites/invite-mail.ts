import { type Language, limits } from '@atrium/contract'
import ar from '@atrium/phrases/ar/mails/account-mails.ts'
import en from '@atrium/phrases/en/mails/account-mails.ts'
import fr from '@atrium/phrases/fr/mails/account-mails.ts'
import vi from '@atrium/phrases/vi/mails/account-mails.ts'
import zh from '@atrium/phrases/zh/mails/account-mails.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { mailBody, withoutAddress } from '../../platform/mail/mail-body.ts'

export const accountMailPhrases: Record<Language, Record<keyof typeof en, string>> = { ar, en, fr, vi, zh }

export const inviteMailKind = 'accounts:invite'

export type InviteToMail = {
  email: string
  language: Language
  inviter: string
  accountName: string
  /** The room of the invitation; null without one. */
  roomName: string | null
  url: string
}

/** Composes the mail of an invitation. Names are user input: neither markup nor addresses. */
export function inviteMail({ email, language, inviter, accountName, roomName, url }: InviteToMail): Mail {
  const words = accountMailPhrases[language]
  const values = {
    inviter: withoutAddress(inviter),
    account: withoutAddress(accountName),
    room: withoutAddress(roomName ?? ''),
    days: new Intl.NumberFormat(language).format(limits.inviteLifeDays),
  }
  // One pass, so that a name that contains a variable stays as it is.
  const filled = (key: keyof typeof en) =>
    words[key].replaceAll(
      /\{\{(inviter|account|room|days)\}\}/g,
      (_, name: keyof typeof values) => values[name],
    )
  return {
    recipient: email,
    kind: inviteMailKind,
    subject: filled('invite.subject'),
    ...mailBody(
      [
        { text: filled('invite.text') },
        ...(roomName === null ? [] : [{ text: filled('invite.room') }]),
        { link: url, label: words['invite.button'] },
        { text: filled('invite.life') },
        { text: filled('invite.unknown') },
      ],
      language,
    ),
  }
}
