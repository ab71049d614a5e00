import type { Language, MentionNotice } from '@atrium/contract'
import ar from '@atrium/phrases/ar/mails/chat-mails.ts'
import en from '@atrium/phrases/en/mails/chat-mails.ts'
import fr from '@atrium/phrases/fr/mails/chat-mails.ts'
import vi from '@atrium/phrases/vi/mails/chat-mails.ts'
import zh from '@atrium/phrases/zh/mails/chat-mails.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { mailBody, withoutAddress } from '../../platform/mail/mail-body.ts'

const phrases: Record<Language, Record<keyof typeof en, string>> = { ar, en, fr, vi, zh }

/** A mention in a room; the names are user input. A reader of its chat gets a link to the question. */
export type MentionLine = {
  name: string
  room: string
  account: string
  question: MentionNotice['question']
}

/** Composes the mail about mentions: who and where, and nothing of the question. Each line once. */
export function mentionMail(
  { email, language, siteUrl }: { email: string; language: Language; siteUrl: string },
  mentions: readonly MentionLine[],
): Mail {
  const words = phrases[language]
  // One pass, so that a name that contains a variable stays as it is.
  const line = (mention: MentionLine) =>
    [textOf(mention), ...(mention.question ? [linkTo(mention.question)] : [])].join('\n')
  const linkTo = ({ chatId, turnId }: NonNullable<MentionLine['question']>) =>
    `${siteUrl}/chat/${chatId}?turn=${turnId}`
  const textOf = (mention: MentionLine) =>
    words['mention.line'].replaceAll(/\{\{(name|room|account)\}\}/g, (_, part: 'name' | 'room' | 'account') =>
      withoutAddress(mention[part]),
    )
  return {
    recipient: email,
    kind: 'chats:mentions',
    subject: words['mention.subject'],
    ...mailBody(
      [
        ...[...new Set(mentions.map(line))].map((text) => ({ text })),
        // No link: such a chat is private to its author.
        ...(mentions.some(({ question }) => question === null) ? [{ text: words['mention.private'] }] : []),
        { text: words['mention.often'].replace('{{url}}', `${siteUrl}/profile`) },
      ],
      language,
    ),
  }
}
