import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  type MailInbox,
  type ModelProvider,
  type PaymentSandbox,
  startMailInbox,
  startModelProvider,
  startPaymentProvider,
  sandboxSearchPort,
  sandboxToolsPort,
  startSearchService,
  startToolServer,
} from '@atrium/sandbox'
import { buildApp } from '@atrium/server/app.ts'
import { attemptLimits, type AttemptLimits } from '@atrium/server/identity/index.ts'
import type { Clock } from '@atrium/server/platform/clock.ts'
import { readConfiguration } from '@atrium/server/platform/config/configuration.ts'
import type { DatabaseAddress } from '@atrium/server/platform/database/index.ts'
import { findFreePort } from '../free-port.ts'
import type { Log } from '@atrium/server/platform/log.ts'
import { smtpSender } from '@atrium/server/platform/mail/mail.ts'
import { Secret } from '@atrium/server/platform/config/secret.ts'
import { createDiskStorage } from '@atrium/server/platform/storage/index.ts'

export interface ProductOptions {
  address: DatabaseAddress
  dataDir: string
  secret: Secret
  clock: Clock
  log: Log
}

/** The whole product on a database, with a scripted model, its own mail inbox and its own clock. */
export interface OpenProduct {
  url: string
  provider: ModelProvider
  inbox: MailInbox
  payments: PaymentSandbox
  close(): Promise<void>
}

/** Twelve people sign up from one address within a moment. */
const anyNumberOfAttempts = Object.fromEntries(
  Object.keys(attemptLimits).map((kind) => [kind, { most: 1_000_000, perSeconds: 60 }]),
) as AttemptLimits

/** No setting of the installation counts but where it keeps its data: no key is used, no mail leaves. */
export async function openProduct({
  address,
  dataDir,
  secret,
  clock,
  log,
}: ProductOptions): Promise<OpenProduct> {
  const [provider, inbox, search, tools, payments] = await Promise.all([
    startModelProvider({ pace: { firstTokenMs: 0, perSecond: Infinity } }),
    startMailInbox(),
    startSearchService({ preferredPort: sandboxSearchPort }),
    startToolServer({ preferredPort: sandboxToolsPort }),
    startPaymentProvider({ now: clock.now, isManual: true }),
  ])
  const nowhere = mkdtempSync(path.join(tmpdir(), 'atrium-seed-'))
  const configuration = readConfiguration(
    {
      ATRIUM_PORT: String(await findFreePort()),
      ATRIUM_SECRET: secret.reveal(),
      ATRIUM_DATA_DIR: dataDir,
      ATRIUM_SANDBOX_MODELS_URL: `${provider.url}/v1`,
      ATRIUM_SANDBOX_SEARCH_URL: search.url,
      ATRIUM_SANDBOX_TOOLS_URL: tools.url,
      // The same free plan as the shipped one, and packs: the team buys some in the sandbox.
      ATRIUM_PLANS_FILE: path.join(import.meta.dirname, '../../plans.shop.yaml'),
      ATRIUM_SANDBOX_PAYMENTS_URL: payments.url,
      OLLAMA_URL: 'http://127.0.0.1:9',
    },
    { envFile: path.join(nowhere, 'no.env') },
  )
  const app = await buildApp({
    configuration,
    address,
    storage: createDiskStorage({
      folder: path.join(dataDir, 'files'),
      secret,
      uploadUrl: `${configuration.mainApiUrl}/files/upload`,
      clock,
    }),
    log,
    clock,
    sendMail: smtpSender({
      url: new Secret(`smtp://127.0.0.1:${inbox.smtpPort}`),
      from: configuration.mailFrom,
    }),
    inboxUrl: inbox.url,
    environment: {},
    siteDir: nowhere,
    attemptLimits: anyNumberOfAttempts,
  })
  const { url } = await app.listen()
  return {
    url,
    provider,
    inbox,
    payments,
    async close() {
      await app.close()
      await Promise.all([provider.close(), inbox.close(), search.close(), tools.close(), payments.close()])
      rmSync(nowhere, { recursive: true })
    },
  }
}
