import path from 'node:path'
import type { LockedFolder } from './app.ts'
import { systemClock } from './platform/clock.ts'
import { ConfigurationError, type Configuration } from './platform/config/configuration.ts'
import type { Secret } from './platform/config/secret.ts'
import type { DatabaseAddress } from './platform/database/index.ts'
import type { Log } from './platform/log.ts'
import { smtpSender } from './platform/mail/mail.ts'
import { createDiskStorage, type Storage } from './platform/storage/index.ts'
import type { Sandbox } from './roles/start-sandbox.ts'

/** The options of `buildApp` for a process of an installation: with its storage and its way to send mail. */
export async function appOptions(
  { configuration, inboxUrl }: Pick<Sandbox, 'configuration' | 'inboxUrl'>,
  address: DatabaseAddress,
  folder: LockedFolder,
  log: Log,
) {
  const { roles, secret, smtpUrl, mailFrom: from } = configuration
  if (smtpUrl === undefined && roles.includes('worker'))
    throw new ConfigurationError([
      'SMTP_URL should be set, since ATRIUM_SANDBOX is off: without mail nobody can sign up.',
    ])
  if (secret === undefined) throw new Error('The secret is missing.')
  const storage = await storageOf(configuration, secret)
  const sendMail = smtpUrl && smtpSender({ url: smtpUrl, from })
  return { configuration, address, storage, folder, log, ...(sendMail && { sendMail }), inboxUrl }
}

/** Where files are stored without a bucket. */
export const filesFolder = (dataDir: string) => path.join(dataDir, 'files')

/** A bucket if configured, else the disk. */
async function storageOf(
  { dataDir, mainApiUrl, s3Bucket, ...s3 }: Configuration,
  secret: Secret,
): Promise<Storage> {
  const forms = { secret, uploadUrl: `${mainApiUrl}/files/upload`, clock: systemClock }
  if (s3Bucket === undefined) return createDiskStorage({ folder: filesFolder(dataDir), ...forms })
  // Loaded only with a bucket: loading the client is one of the slowest parts of a start.
  const { createS3Storage } = await import('./platform/storage/s3-storage.ts')
  return createS3Storage({
    ...forms,
    bucket: s3Bucket,
    region: s3.s3Region,
    endpoint: s3.s3Endpoint,
    accessKeyId: s3.s3AccessKeyId,
    secretAccessKey: s3.s3SecretAccessKey,
  })
}
