import * as kinds from './setting-kinds.ts'
import type { SettingKind } from './setting-kinds.ts'

/** One setting: the variable's name, its purpose, how it is read, and its default text. */
export interface Setting<Value = unknown, Default extends string | undefined = string | undefined> {
  name: string
  description: string
  kind: SettingKind<Value>
  default: Default
}

function setting<Value, const Default extends string | undefined = undefined>(
  name: string,
  description: string,
  kind: SettingKind<Value>,
  defaultText?: Default,
): Setting<Value, Default extends string ? string : undefined> {
  return { name, description, kind, default: defaultText as Default extends string ? string : undefined }
}

const http = ['http:', 'https:']
const clientId = kinds.text('the client id that the provider gave', /^[\x21-\x7e]{1,255}$/)

/** Every setting: the parser, the type `Configuration` and `npm start -- --help` are derived from this table. */
export const settings = {
  host: setting('ATRIUM_HOST', 'Address to listen on; 0.0.0.0 for every network', kinds.host(), '127.0.0.1'),
  port: setting('ATRIUM_PORT', 'Port to listen on; 0 uses a free one', kinds.wholeNumber(0, 65535), '3210'),
  metricsToken: setting(
    'ATRIUM_METRICS_TOKEN',
    'Bearer token for reading /metrics from other machines; without it, only this machine can',
    kinds.secretText(),
  ),
  mailEventsSecret: setting(
    'ATRIUM_MAIL_EVENTS_SECRET',
    'Bearer token for the mail service’s reports of bounces and complaints; without it, they are refused',
    kinds.secretText(),
  ),
  publicUrl: setting(
    'ATRIUM_PUBLIC_URL',
    'Address that browsers use, if not http://HOST:PORT',
    kinds.url(http, 'https://atrium.example.com'),
  ),
  mainApiUrl: setting(
    'ATRIUM_MAIN_API_URL',
    'Address of the main API for browsers',
    kinds.urlOrPath('/api'),
    '/api',
  ),
  streamApiUrl: setting(
    'ATRIUM_STREAM_API_URL',
    'Address of the streaming API for browsers',
    kinds.urlOrPath('/stream'),
    '/stream',
  ),
  allowedOrigins: setting(
    'ATRIUM_ALLOWED_ORIGINS',
    'Other origins that may call the APIs',
    kinds.origins(),
    '',
  ),
  trustProxy: setting(
    'ATRIUM_TRUST_PROXY',
    'Proxies trusted to report the caller’s address: off, their number, or their addresses',
    kinds.trustProxy(),
    'off',
  ),
  roles: setting(
    'ATRIUM_ROLES',
    'What this process does',
    kinds.someOf('web', 'worker', 'collaboration'),
    'web,worker,collaboration',
  ),
  processes: setting(
    'ATRIUM_PROCESSES',
    'Processes that serve requests on this machine; auto: half of its processors, at most 4',
    kinds.processes(),
    '1',
  ),
  dataDir: setting(
    'ATRIUM_DATA_DIR',
    'Folder of the database, the files and the secret',
    kinds.filePath(),
    './data',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    'PostgreSQL (15 or newer) to use instead of the built-in one',
    kinds.secretUrl(['postgres:', 'postgresql:'], 'postgres://user:password@host/database'),
  ),
  s3Bucket: setting(
    'S3_BUCKET',
    'S3 bucket for files instead of the data folder, at Amazon or a compatible service',
    kinds.text('the name of a bucket', /^(?!.*\.\.)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
  ),
  s3Region: setting(
    'S3_REGION',
    'Region of that bucket',
    kinds.text('the name of a region', /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/),
    'us-east-1',
  ),
  s3Endpoint: setting(
    'S3_ENDPOINT',
    'Address of the S3 service, if not Amazon’s',
    kinds.url(http, 'https://minio.example.com'),
  ),
  s3AccessKeyId: setting(
    'S3_ACCESS_KEY_ID',
    'Access key for the bucket; by default, found as Amazon’s tools find it',
    kinds.text('an access key', /^[\x21-\x7e]{1,128}$/),
  ),
  s3SecretAccessKey: setting('S3_SECRET_ACCESS_KEY', 'Secret of that access key', kinds.secretText()),
  secret: setting(
    'ATRIUM_SECRET',
    'Secret for signing and encryption, the same on every node; by default, generated once and kept in the data folder',
    kinds.masterSecret(),
  ),
  sourcePorts: setting(
    'ATRIUM_SOURCE_PORTS',
    'Ports besides 80 and 443 from which knowledge bases may fetch pages, separated by commas',
    kinds.ports(),
    '',
  ),
  backupPassphrase: setting(
    'ATRIUM_BACKUP_PASSPHRASE',
    "Encrypts backups, which then hold the server's secret too; restoring needs the same passphrase",
    kinds.passphrase(),
  ),
  admins: setting(
    'ATRIUM_ADMINS',
    'System administrators: confirmed email addresses, separated by commas',
    kinds.emails(),
    '',
  ),
  signUp: setting('ATRIUM_SIGN_UP', 'Who may sign up', kinds.oneOf('open', 'invited-only', 'closed'), 'open'),
  disposableEmail: setting(
    'ATRIUM_DISPOSABLE_EMAIL',
    'Sign-ups with disposable email addresses: flag accepts and marks them, refuse rejects them',
    kinds.oneOf('flag', 'refuse'),
    'flag',
  ),
  signInByPassword: setting(
    'ATRIUM_SIGN_IN_BY_PASSWORD',
    'Whether people can sign in and up by email and password, in addition to the providers below',
    kinds.onOff(),
    'on',
  ),
  openIdIssuer: setting(
    'ATRIUM_OPENID_ISSUER',
    'Sign-in by a hosted OpenID Connect pool (Cognito, Keycloak, Auth0 …): its issuer',
    kinds.issuer('https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbCdEfGhI'),
  ),
  openIdClientId: setting(
    'ATRIUM_OPENID_CLIENT_ID',
    'Client id of Atrium in that pool; redirect address: PUBLIC_URL/auth/validate',
    clientId,
  ),
  openIdClientSecret: setting(
    'ATRIUM_OPENID_CLIENT_SECRET',
    'Client secret in that pool, if it issued one',
    kinds.secretText(),
  ),
  openIdName: setting(
    'ATRIUM_OPENID_NAME',
    'Name of that pool on the sign-in button',
    kinds.text('a name of at most 40 characters', /^[^\p{C}\p{Zl}\p{Zp}]{1,40}$/u),
    'single sign-on',
  ),
  openIdScopes: setting(
    'ATRIUM_OPENID_SCOPES',
    'Scopes requested from that pool; Cognito’s name for admin is aws.cognito.signin.user.admin',
    kinds.text(
      'a list of scopes with blanks between them, openid among them',
      /^(?=.*(?:^| )openid(?: |$))[\w.:/-]+(?: [\w.:/-]+)*$/,
    ),
    'phone email profile openid admin',
  ),
  signInGoogleClientId: setting(
    'ATRIUM_GOOGLE_CLIENT_ID',
    'Sign-in with Google: client id; redirect address: PUBLIC_URL/auth/validate/google',
    clientId,
  ),
  signInGoogleClientSecret: setting(
    'ATRIUM_GOOGLE_CLIENT_SECRET',
    'Sign-in with Google: client secret',
    kinds.secretText(),
  ),
  signInGoogleIssuer: setting(
    'ATRIUM_GOOGLE_ISSUER',
    'Issuer to use instead of Google, for testing',
    kinds.issuer('https://accounts.google.com'),
    'https://accounts.google.com',
  ),
  signInAzureTenantId: setting(
    'ATRIUM_AZURE_TENANT_ID',
    'Sign-in with Azure (Microsoft Entra): id of the tenant whose users may sign in',
    kinds.text(
      'the id of one tenant, such as 72f988bf-86f1-41af-91ab-2d7cd011db47; common and organizations would let in the people of any',
      /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
    ),
  ),
  signInAzureClientId: setting(
    'ATRIUM_AZURE_CLIENT_ID',
    'Sign-in with Azure: application (client) id; redirect address: PUBLIC_URL/auth/validate/azure',
    clientId,
  ),
  signInAzureClientSecret: setting(
    'ATRIUM_AZURE_CLIENT_SECRET',
    'Sign-in with Azure: client secret',
    kinds.secretText(),
  ),
  signInAzureAuthority: setting(
    'ATRIUM_AZURE_AUTHORITY',
    'Other address of Microsoft Entra, such as a national cloud',
    kinds.issuer('https://login.microsoftonline.us'),
    'https://login.microsoftonline.com',
  ),
  smtpUrl: setting(
    'SMTP_URL',
    'Mail server; without it, mail goes to the sandbox inbox',
    kinds.secretUrl(['smtp:', 'smtps:'], 'smtp://user:password@mail.example.com:587'),
  ),
  mailFrom: setting('ATRIUM_MAIL_FROM', 'Sender of every mail', kinds.mailbox(), 'Atrium <atrium@localhost>'),
  modelsFile: setting(
    'ATRIUM_MODELS_FILE',
    'Models, prices, categories and limits',
    kinds.filePath(),
    './models.yaml',
  ),
  plansFile: setting('ATRIUM_PLANS_FILE', 'Plans and their credits', kinds.filePath(), './plans.yaml'),
  appConfigFile: setting(
    'ATRIUM_APP_CONFIG_FILE',
    'Planned downtime and forced sign-out as JSON; changes apply while Atrium runs',
    kinds.filePath(),
    './app-config.json',
  ),
  openaiApiKey: setting('OPENAI_API_KEY', 'OpenAI', kinds.secretText()),
  openaiBaseUrl: setting(
    'OPENAI_BASE_URL',
    'Other address of OpenAI’s API',
    kinds.url(http, 'https://api.openai.com/v1'),
  ),
  anthropicApiKey: setting('ANTHROPIC_API_KEY', 'Anthropic', kinds.secretText()),
  anthropicBaseUrl: setting(
    'ANTHROPIC_BASE_URL',
    'Other address of Anthropic’s API',
    kinds.url(http, 'https://api.anthropic.com/v1'),
  ),
  googleApiKey: setting('GOOGLE_GENERATIVE_AI_API_KEY', 'Google Gemini', kinds.secretText()),
  googleBaseUrl: setting(
    'GOOGLE_GENERATIVE_AI_BASE_URL',
    'Other address of the Gemini API',
    kinds.url(http, 'https://generativelanguage.googleapis.com/v1beta'),
  ),
  azureApiKey: setting(
    'AZURE_API_KEY',
    'Azure OpenAI; with AZURE_RESOURCE_NAME or AZURE_BASE_URL',
    kinds.secretText(),
  ),
  azureResourceName: setting(
    'AZURE_RESOURCE_NAME',
    'Name of the Azure OpenAI resource',
    kinds.text('the name of a resource', /^[\w-]{1,64}$/),
  ),
  azureBaseUrl: setting(
    'AZURE_BASE_URL',
    'Other address of Azure OpenAI',
    kinds.url(http, 'https://name.openai.azure.com/openai'),
  ),
  mistralApiKey: setting('MISTRAL_API_KEY', 'Mistral', kinds.secretText()),
  mistralBaseUrl: setting(
    'MISTRAL_BASE_URL',
    'Other address of Mistral’s API',
    kinds.url(http, 'https://api.mistral.ai/v1'),
  ),
  openaiCompatibleBaseUrl: setting(
    'OPENAI_COMPATIBLE_BASE_URL',
    'Any server compatible with OpenAI’s API',
    kinds.url(http, 'http://127.0.0.1:8000/v1'),
  ),
  openaiCompatibleApiKey: setting(
    'OPENAI_COMPATIBLE_API_KEY',
    'Key of that server, if it requires one',
    kinds.secretText(),
  ),
  ollamaUrl: setting(
    'OLLAMA_URL',
    'Ollama; used if it responds when Atrium starts',
    kinds.url(http, 'http://127.0.0.1:11434'),
    'http://127.0.0.1:11434',
  ),
  searxngUrl: setting(
    'SEARXNG_URL',
    'SearXNG for web search, with its JSON format enabled',
    kinds.url(http, 'http://127.0.0.1:8080'),
  ),
  braveApiKey: setting('BRAVE_API_KEY', 'Brave Search, for web search', kinds.secretText()),
  tavilyApiKey: setting('TAVILY_API_KEY', 'Tavily, for web search', kinds.secretText()),
  stripeSecretKey: setting(
    'STRIPE_SECRET_KEY',
    'Stripe, for payments (with stripe in the plans file)',
    kinds.secretText(),
  ),
  stripeWebhookSecret: setting(
    'STRIPE_WEBHOOK_SECRET',
    "Signing secret of Stripe's webhook endpoint, which is PUBLIC_URL/api/payment/webhook",
    kinds.secretText(),
  ),
  sandbox: setting(
    'ATRIUM_SANDBOX',
    'Sandboxes for models and mail: auto starts those that are not configured',
    kinds.oneOf('auto', 'on', 'off'),
    'auto',
  ),
  sandboxModelsUrl: setting(
    'ATRIUM_SANDBOX_MODELS_URL',
    'Running model sandbox to use instead of starting one',
    kinds.url(http, 'http://127.0.0.1:4010/v1'),
  ),
  sandboxSearchUrl: setting(
    'ATRIUM_SANDBOX_SEARCH_URL',
    'Running search sandbox to use instead of starting one',
    kinds.url(http, 'http://127.0.0.1:4011'),
  ),
  sandboxToolsUrl: setting(
    'ATRIUM_SANDBOX_TOOLS_URL',
    'Running tool server sandbox to use instead of starting one',
    kinds.url(http, 'http://127.0.0.1:4013/mcp'),
  ),
  sandboxPaymentsUrl: setting(
    'ATRIUM_SANDBOX_PAYMENTS_URL',
    'Running payment sandbox to use instead of starting one',
    kinds.url(http, 'http://127.0.0.1:4012'),
  ),
  drainSeconds: setting(
    'ATRIUM_DRAIN_SECONDS',
    'How long running answers may continue when the server stops',
    kinds.wholeNumber(0, 3600),
    '10',
  ),
  logLevel: setting(
    'ATRIUM_LOG_LEVEL',
    'How much is logged',
    kinds.oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
    'info',
  ),
  logTo: setting(
    'ATRIUM_LOG_TO',
    'Destination of the log: the file atrium.log in the data folder (errors also to the terminal), or stdout',
    kinds.oneOf('file', 'stdout'),
    'file',
  ),
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OpenTelemetry collector that receives traces by OTLP over HTTP; without it, none are recorded',
    kinds.url(http, 'http://127.0.0.1:4318'),
  ),
  feedbackFormUrl: setting(
    'ATRIUM_FEEDBACK_FORM_URL',
    'Feedback form that "Write To Us" embeds, with the person’s name and email address',
    kinds.pageUrl('https://example.com/feedback'),
  ),
  supportEmail: setting(
    'ATRIUM_SUPPORT_EMAIL',
    'Email address for "Write To Us" without such a form',
    kinds.email(),
  ),
} as const

type Settings = typeof settings

/** The value of a setting: always defined with a default, else possibly undefined. */
type ValueOf<S> =
  S extends Setting<infer Value, infer Default>
    ? undefined extends Default
      ? Value | undefined
      : Value
    : never

/** All settings after parsing, by their short names. Paths are absolute. Secrets are of class `Secret`. */
export type Configuration = { readonly [Key in keyof Settings]: ValueOf<Settings[Key]> } & {
  /** The settings that the environment or the settings file names; all others have their defaults. */
  readonly given: ReadonlySet<keyof Settings>
}
