import type { MailServer } from '@atrium/contract'

/** The address of a mail server in the form of `SMTP_URL`. */
export function smtpUrlOf({ host, port, security, username }: MailServer, password: string | null): string {
  const user = encodeURIComponent(username)
  const credentials = username === '' ? '' : `${user}:${encodeURIComponent(password ?? '')}@`
  const shownHost = host.includes(':') ? `[${host}]` : host
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${credentials}${shownHost}:${port}`
}
