import { readPlans } from '../accounts/index.ts'
import { hasModelProvider, type Configuration } from '../platform/config/configuration.ts'
import { Secret } from '../platform/config/secret.ts'

/** The started sandbox servers, and the configuration that uses them. To the product they are servers like any other. */
export interface Sandbox {
  configuration: Configuration
  /** The page that shows the mails; null when a mail server is configured. */
  inboxUrl: string | null
  /** One line for each sandbox server, for the operator. */
  lines: string[]
  close(): Promise<void>
}

/** Its servers bring many packages, which an installation with its own services never loads. */
const load = () => import('@atrium/sandbox')

/**
 * Starts sandbox servers for what is not configured: a model provider and a search service without a key, address or Ollama, an inbox without a mail
 * server if this process sends mail. `ATRIUM_SANDBOX=on` always starts the models, `off` nothing.
 */
export async function startSandbox(configuration: Configuration): Promise<Sandbox> {
  const { sandbox, smtpUrl, sandboxModelsUrl, sandboxSearchUrl, sandboxToolsUrl, ollamaUrl, roles } =
    configuration
  const { sandboxPaymentsUrl, plansFile, mainApiUrl } = configuration
  const wantsPayments = sandbox !== 'off' && readPlans(plansFile).shop.payments === 'sandbox'
  const sendsMail = roles.includes('worker')
  const wantsModels =
    sandbox === 'on' ||
    (sandbox === 'auto' && !hasModelProvider(configuration) && !(await answers(ollamaUrl)))
  const [models, inbox, search, tools, payments] = await Promise.all([
    wantsModels && sandboxModelsUrl === undefined
      ? load().then(({ startModelProvider }) => startModelProvider())
      : undefined,
    sendsMail && sandbox !== 'off' && smtpUrl === undefined
      ? load().then(({ startMailInbox }) => startMailInbox())
      : undefined,
    wantsModels && sandboxSearchUrl === undefined
      ? load().then(({ sandboxSearchPort, startSearchService }) =>
          startSearchService({ preferredPort: sandboxSearchPort }),
        )
      : undefined,
    wantsModels && sandboxToolsUrl === undefined
      ? load().then(({ sandboxToolsPort, startToolServer }) =>
          startToolServer({ preferredPort: sandboxToolsPort }),
        )
      : undefined,
    wantsPayments && sandboxPaymentsUrl === undefined
      ? load().then(({ sandboxPaymentsPort, startPaymentProvider }) =>
          startPaymentProvider({
            preferredPort: sandboxPaymentsPort,
            webhookUrl: new URL(`${mainApiUrl}/payment/webhook`, siteOf(configuration)).href,
          }),
        )
      : undefined,
  ])
  return {
    configuration: {
      ...configuration,
      sandboxModelsUrl: models ? `${models.url}/v1` : sandboxModelsUrl,
      sandboxSearchUrl: search?.url ?? sandboxSearchUrl,
      sandboxToolsUrl: tools?.url ?? sandboxToolsUrl,
      sandboxPaymentsUrl: payments?.url ?? sandboxPaymentsUrl,
      smtpUrl: inbox ? new Secret(`smtp://127.0.0.1:${inbox.smtpPort}`) : smtpUrl,
    },
    inboxUrl: inbox?.url ?? null,
    lines: [
      ...(models
        ? [
            'Models are a sandbox that makes its answers up: set OPENAI_API_KEY or another key, or run Ollama.',
          ]
        : []),
      ...(inbox ? [`Mail goes to a sandbox inbox: ${inbox.url} (set SMTP_URL to send it).`] : []),
      ...(payments ? [`Payments go to a sandbox and move no money: ${payments.url}`] : []),
    ],
    async close() {
      await Promise.all([models?.close(), inbox?.close(), search?.close(), tools?.close(), payments?.close()])
    },
  }
}

/** The address at which the sandbox reaches this process. */
const siteOf = ({ host, port }: Configuration) =>
  `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/version`, { signal: AbortSignal.timeout(500) })).ok
  } catch {
    return false
  }
}
