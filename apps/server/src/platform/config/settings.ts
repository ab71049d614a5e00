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
  port: setting('ATRIUM_PORT', 'Port to listen on; 0 takes a free one', kinds.wholeNumber(0, 65535), '3210'),
  metricsToken: setting(
    'ATRIUM_METRICS_TOKEN',
    'Bearer token with which /metrics can be read from other machines; without it, from this machine alone',
    kinds.secretText(),
  ),
  mailEventsSecret: setting(
    'ATRIUM_MAIL_EVENTS_SECRET',
    'Bearer token with which the mail service reports bounces and complaints; without it, none are taken',
    kinds.secretText(),
  ),
  publicUrl: setting(
    'ATRIUM_PUBLIC_URL',
    'Address that browsers use, when it is not http://HOST:PORT',
    kinds.url(http, 'https://atrium.example.com'),
  ),
  mainApiUrl: setting(
    'ATRIUM_MAIN_API_URL',
    'Where browsers reach the main API',
    kinds.urlOrPath('/api'),
    '/api',
  ),
  streamApiUrl: setting(
    'ATRIUM_STREAM_API_URL',
    'Where browsers reach the streaming API',
    kinds.urlOrPath('/stream'),
    '/stream',
  ),
  allowedOrigins: setting(
    'ATRIUM_ALLOWED_ORIGINS',
    'Further origins that may call the APIs',
    kinds.origins(),
    '',
  ),
  trustProxy: setting(
    'ATRIUM_TRUST_PROXY',
    'Proxies that are believed about the caller: off, a number of them, or addresses',
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
    'How many processes serve requests on this machine; auto takes half of its processors, 4 at most',
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
    'A PostgreSQL (15 or newer) to use in place of the built-in one',
    kinds.secretUrl(['postgres:', 'postgresql:'], 'postgres://user:password@host/database'),
  ),
  s3Bucket: setting(
    'S3_BUCKET',
    'A bucket for files in place of the data folder, of Amazon or whoever else speaks S3',
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
    'Address of that store, when it is not Amazon’s',
    kinds.url(http, 'https://minio.example.com'),
  ),
  s3AccessKeyId: setting(
    'S3_ACCESS_KEY_ID',
    'Access key for that bucket; without one it is looked for where Amazon’s tools look',
    kinds.text('an access key', /^[\x21-\x7e]{1,128}$/),
  ),
  s3SecretAccessKey: setting('S3_SECRET_ACCESS_KEY', 'Secret of that access key', kinds.secretText()),
  secret: setting(
    'ATRIUM_SECRET',
    'Secret that signs and encrypts; made once and kept in the data folder when not set; the same on every node',
    kinds.masterSecret(),
  ),
  sourcePorts: setting(
    'ATRIUM_SOURCE_PORTS',
    'Ports besides 80 and 443 at which pages are fetched for knowledge bases, with commas between them',
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
    'System administrators: confirmed email addresses, with commas between them',
    kinds.emails(),
    '',
  ),
  signUp: setting('ATRIUM_SIGN_UP', 'Who may sign up', kinds.oneOf('open', 'invited-only', 'closed'), 'open'),
  disposableEmail: setting(
    'ATRIUM_DISPOSABLE_EMAIL',
    'Sign-ups with addresses to throw away: flag lets them in and says so, refuse does not',
    kinds.oneOf('flag', 'refuse'),
    'flag',
  ),
  signInByPassword: setting(
    'ATRIUM_SIGN_IN_BY_PASSWORD',
    'Whether people can sign in and up by email and password, beside the providers below',
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
    'Client id of Atrium in that pool; its redirect address is PUBLIC_URL/auth/validate',
    clientId,
  ),
  openIdClientSecret: setting(
    'ATRIUM_OPENID_CLIENT_SECRET',
    'Client secret in that pool, when it gave one',
    kinds.secretText(),
  ),
  openIdName: setting(
    'ATRIUM_OPENID_NAME',
    'What the button calls that pool',
    kinds.text('a name of at most 40 characters', /^[^\p{C}\p{Zl}\p{Zp}]{1,40}$/u),
    'single sign-on',
  ),
  openIdScopes: setting(
    'ATRIUM_OPENID_SCOPES',
    'What that pool is asked for; Cognito calls admin aws.cognito.signin.user.admin',
    kinds.text(
      'a list of scopes with blanks between them, openid among them',
      /^(?=.*(?:^| )openid(?: |$))[\w.:/-]+(?: [\w.:/-]+)*$/,
    ),
    'phone email profile openid admin',
  ),
  signInGoogleClientId: setting(
    'ATRIUM_GOOGLE_CLIENT_ID',
    'Sign-in with Google: client id; its redirect address is PUBLIC_URL/auth/validate/google',
    clientId,
  ),
  signInGoogleClientSecret: setting(
    'ATRIUM_GOOGLE_CLIENT_SECRET',
    'Sign-in with Google: client secret',
    kinds.secretText(),
  ),
  signInGoogleIssuer: setting(
    'ATRIUM_GOOGLE_ISSUER',
    'Another issuer in place of Google itself, to try it out',
    kinds.issuer('https://accounts.google.com'),
    'https://accounts.google.com',
  ),
  signInAzureTenantId: setting(
    'ATRIUM_AZURE_TENANT_ID',
    'Sign-in with Azure (Microsoft Entra): id of the one tenant whose people may sign in',
    kinds.text(
      'the id of one tenant, such as 72f988bf-86f1-41af-91ab-2d7cd011db47; common and organizations would let in the people of any',
      /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
    ),
  ),
  signInAzureClientId: setting(
    'ATRIUM_AZURE_CLIENT_ID',
    'Sign-in with Azure: application (client) id; its redirect address is PUBLIC_URL/auth/validate/azure',
    clientId,
  ),
  signInAzureClientSecret: setting(
    'ATRIUM_AZURE_CLIENT_SECRET',
    'Sign-in with Azure: client secret',
    kinds.secretText(),
  ),
  signInAzureAuthority: setting(
    'ATRIUM_AZURE_AUTHORITY',
    'Another address for Microsoft Entra, such as that of a national cloud',
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
    'Another address for OpenAI',
    kinds.url(http, 'https://api.openai.com/v1'),
  ),
  anthropicApiKey: setting('ANTHROPIC_API_KEY', 'Anthropic', kinds.secretText()),
  anthropicBaseUrl: setting(
    'ANTHROPIC_BASE_URL',
    'Another address for Anthropic',
    kinds.url(http, 'https://api.anthropic.com/v1'),
  ),
  googleApiKey: setting('GOOGLE_GENERATIVE_AI_API_KEY', 'Google Gemini', kinds.secretText()),
  googleBaseUrl: setting(
    'GOOGLE_GENERATIVE_AI_BASE_URL',
    'Another address for Google Gemini',
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
    'Another address for Azure OpenAI',
    kinds.url(http, 'https://name.openai.azure.com/openai'),
  ),
  mistralApiKey: setting('MISTRAL_API_KEY', 'Mistral', kinds.secretText()),
  mistralBaseUrl: setting(
    'MISTRAL_BASE_URL',
    'Another address for Mistral',
    kinds.url(http, 'https://api.mistral.ai/v1'),
  ),
  openaiCompatibleBaseUrl: setting(
    'OPENAI_COMPATIBLE_BASE_URL',
    'Any server that speaks the protocol of OpenAI',
    kinds.url(http, 'http://127.0.0.1:8000/v1'),
  ),
  openaiCompatibleApiKey: setting(
    'OPENAI_COMPATIBLE_API_KEY',
    'Key of that server, when it wants one',
    kinds.secretText(),
  ),
  ollamaUrl: setting(
    'OLLAMA_URL',
    'Ollama; used when one answers there at the start',
    kinds.url(http, 'http://127.0.0.1:11434'),
    'http://127.0.0.1:11434',
  ),
  searxngUrl: setting(
    'SEARXNG_URL',
    'SearXNG for web search, with its JSON format on',
    kinds.url(http, 'http://127.0.0.1:8080'),
  ),
  braveApiKey: setting('BRAVE_API_KEY', 'Brave Search, for web search', kinds.secretText()),
  tavilyApiKey: setting('TAVILY_API_KEY', 'Tavily, for web search', kinds.secretText()),
  stripeSecretKey: setting(
    'STRIPE_SECRET_KEY',
    'Stripe, for payments: stripe in the plans file',
    kinds.secretText(),
  ),
  stripeWebhookSecret: setting(
    'STRIPE_WEBHOOK_SECRET',
    "Signing secret of Stripe's webhook endpoint, which is PUBLIC_URL/api/payment/webhook",
    kinds.secretText(),
  ),
  sandbox: setting(
    'ATRIUM_SANDBOX',
    'Stand-ins for models and mail: auto starts them for what is not configured',
    kinds.oneOf('auto', 'on', 'off'),
    'auto',
  ),
  sandboxModelsUrl: setting(
    'ATRIUM_SANDBOX_MODELS_URL',
    'A model sandbox that runs already, in place of one of our own',
    kinds.url(http, 'http://127.0.0.1:4010/v1'),
  ),
  sandboxSearchUrl: setting(
    'ATRIUM_SANDBOX_SEARCH_URL',
    'A search sandbox that runs already, in place of one of our own',
    kinds.url(http, 'http://127.0.0.1:4011'),
  ),
  sandboxToolsUrl: setting(
    'ATRIUM_SANDBOX_TOOLS_URL',
    'A tool server sandbox that runs already, in place of one of our own',
    kinds.url(http, 'http://127.0.0.1:4013/mcp'),
  ),
  sandboxPaymentsUrl: setting(
    'ATRIUM_SANDBOX_PAYMENTS_URL',
    'A payment sandbox that runs already, in place of one of our own',
    kinds.url(http, 'http://127.0.0.1:4012'),
  ),
  drainSeconds: setting(
    'ATRIUM_DRAIN_SECONDS',
    'How long running answers may go on when the server stops',
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
    'Where the log goes: the file atrium.log in the data folder (errors to the terminal as well), or stdout',
    kinds.oneOf('file', 'stdout'),
    'file',
  ),
  feedbackFormUrl: setting(
    'ATRIUM_FEEDBACK_FORM_URL',
    'A form for feedback that "Write To Us" embeds with the name and email address of the person',
    kinds.url(http, 'https://example.com/feedback'),
  ),
  supportEmail: setting(
    'ATRIUM_SUPPORT_EMAIL',
    'Whom "Write To Us" writes to without such a form',
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
