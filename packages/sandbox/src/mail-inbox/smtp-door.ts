import type { AddressInfo } from 'node:net'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { receivedMail, type ReceivedMail } from './received-mail.ts'

const maxMailBytes = 25 * 1024 * 1024

/** A listening SMTP server. */
export interface SmtpDoor {
  port: number
  /** Ends every open connection at once. */
  close(): Promise<void>
}

/** Listens for mails on loopback; takes any sender, any recipient, any name and password, without TLS. */
export async function openSmtpDoor(port: number, receive: (mail: ReceivedMail) => void): Promise<SmtpDoor> {
  const server = new SMTPServer({
    name: 'sandbox.invalid',
    banner: 'Sandbox inbox: mails are kept here and not sent on',
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    size: maxMailBytes,
    closeTimeout: 100,
    disableReverseLookup: true,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onData: (stream, session, done) => {
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      simpleParser(stream).then(
        (parsed) => {
          receive(receivedMail(parsed, recipients))
          done()
        },
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      )
    },
  })
  // A client that breaks off in the middle is no reason to stop.
  server.on('error', (error) => console.error('The sandbox SMTP server met a fault.', error))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
  const { port: realPort } = server.server.address() as AddressInfo
  return {
    port: realPort,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const connection of server.connections) connection.close()
      }),
  }
}
