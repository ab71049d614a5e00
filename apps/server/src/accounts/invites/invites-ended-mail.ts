import type { Language } from '@atrium/contract'
import type { Mail } from '../../platform/mail/mail.ts'
import { mailBody, withoutAddress } from '../../platform/mail/mail-body.ts'
import { accountMailPhrases } from './invite-mail.ts'

const maxListed = 50

type EndedInvites = {
  recipient: string
  language: Language
  /** The person whose invitations ended. */
  name: string
  accountName: string
  emails: readonly string[]
  linkCount: number
}

/** Composes the mail to an admin about invitations and public links that ended because their creator is no longer an admin. */
export function invitesEndedMail({
  recipient,
  language,
  name,
  accountName,
  emails,
  linkCount,
}: EndedInvites): Mail {
  const words = accountMailPhrases[language]
  const number = new Intl.NumberFormat(language)
  const values = { name: withoutAddress(name), account: withoutAddress(accountName) }
  const filled = (text: string) =>
    text.replaceAll(/\{\{(name|account)\}\}/g, (_, key: keyof typeof values) => values[key])
  const more = emails.length - maxListed
  const lines = [
    { text: filled(words['ended.text']) },
    ...(emails.length > 0
      ? [
          {
            text: `${words['ended.invites']} ${emails.slice(0, maxListed).join(', ')}${more > 0 ? ` (+${number.format(more)})` : ''}`,
          },
        ]
      : []),
    ...(linkCount > 0 ? [{ text: `${words['ended.links']} ${number.format(linkCount)}` }] : []),
    { text: words['ended.next'] },
  ]
  return {
    recipient,
    kind: 'accounts:invites-ended',
    subject: filled(words['ended.subject']),
    ...mailBody(lines, language),
  }
}
