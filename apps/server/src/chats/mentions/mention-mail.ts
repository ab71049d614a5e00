import type { Language } from '@atrium/contract'
import ar from '@atrium/phrases/ar/mails/chat-mails.ts'
import en from '@atrium/phrases/en/mails/chat-mails.ts'
import fr from '@atrium/phrases/fr/mails/chat-mails.ts'
import vi from '@atrium/phrases/vi/mails/chat-mails.ts'
import zh from '@atrium/phrases/zh/mails/chat-mails.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { mailBody, withoutAddress } from '../../platform/mail/mail-body.ts'

const phrases: Record<Language, Record<keyof typeof en, string>> = { ar, en, fr, vi, zh }

/** A mention in a room; the names are user input. */
export type MentionLine = { name: string; room: string; account: string }

/** Composes the mail about mentions: who and where, and nothing of the question. Each line once. */
export function mentionMail(
  { email, language, siteUrl }: { email: string; language: Language; siteUrl: string },
  mentions: readonly MentionLine[],
): Mail {
  const words = phrases[language]
  // One pass, so that a name that contains a variable stays as it is.
  const line = (mention: MentionLine) =>
    words['mention.line'].replaceAll(/\{\{(name|room|account)\}\}/g, (_, part: keyof MentionLine) =>
      withoutAddress(mention[part]),
    )
  return {
    recipient: email,
    kind: 'chats:mentions',
    subject: words['mention.subject'],
    ...mailBody(
      [
        ...[...new Set(mentions.map(line))].map((text) => ({ text })),
        // No button: the chat is private to its author.
        { text: words['mention.private'] },
        { text: words['mention.often'].replace('{{url}}', `${siteUrl}/profile`) },
      ],
      language,
    ),
  }
}
