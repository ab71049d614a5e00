import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigurationError, helpText, readConfiguration } from './configuration.ts'
import { ensureSecret } from './ensure-secret.ts'
import { createLog } from '../log.ts'
import { type Setting, settings } from './settings.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'configuration-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const envFile = () => path.join(folder, '.env')
const read = (env: Record<string, string>) => readConfiguration(env, { envFile: envFile() })

test('OPS-01 every setting has a working default', () => {
  expect(read({})).toMatchObject({
    port: 3210,
    host: '127.0.0.1',
    roles: ['web', 'worker', 'collaboration'],
    signUp: 'open',
    sandbox: 'auto',
    trustProxy: false,
  })
})

test('settings come from the environment and .env; the environment takes precedence, and empty ones count as unset', () => {
  writeFileSync(envFile(), 'ATRIUM_PORT=4000\nATRIUM_HOST="0.0.0.0"\n# comment\nATRIUM_SIGN_UP=\n')
  expect(read({ ATRIUM_PORT: '5000', OPENAI_API_KEY: ' ' })).toMatchObject({
    port: 5000,
    host: '0.0.0.0',
    signUp: 'open',
  })
})

const mistakes: [string, string, string][] = [
  ['ATRIUM_PORT', 'abc', 'ATRIUM_PORT is "abc", but should be a whole number from 0 to 65535.'],
  ['ATRIUM_PORT', '65536', 'ATRIUM_PORT is "65536", but should be'],
  [
    'ATRIUM_ROLES',
    'web,boss',
    'ATRIUM_ROLES is "web,boss", but should be a comma-separated list of web, worker, collaboration.',
  ],
  ['ATRIUM_PROCESSES', '9', 'ATRIUM_PROCESSES is "9", but should be auto or a whole number from 1 to 8.'],
  [
    'ATRIUM_PUBLIC_URL',
    'atrium.example.com',
    'ATRIUM_PUBLIC_URL is "atrium.example.com", but should be a URL that starts with http:// or https://',
  ],
  [
    'OLLAMA_URL',
    'http://127.0.0.1:11434/?key=7',
    'such as http://127.0.0.1:11434, without a user name, password, query or fragment.',
  ],
  [
    'ATRIUM_OPENID_ISSUER',
    'https://pool.example/?x=1',
    'such as https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbCdEfGhI, without a user name, password, query or fragment.',
  ],
  [
    'ATRIUM_FEEDBACK_FORM_URL',
    'https://ada:pw@forms.example/f?id=7',
    'such as https://example.com/feedback, without a user name or password.',
  ],
  [
    'ATRIUM_MAIN_API_URL',
    '/api?v=2',
    'a path such as /api or a URL that starts with http:// or https://, without a user name, password, query or fragment.',
  ],
  ['ATRIUM_MAIN_API_URL', '//evil', 'ATRIUM_MAIN_API_URL is'],
  ['ATRIUM_ALLOWED_ORIGINS', 'https://a.example/path', 'ATRIUM_ALLOWED_ORIGINS is'],
  ['ATRIUM_SIGN_UP', 'maybe', 'should be one of open, invited-only, closed.'],
  ['ATRIUM_TRUST_PROXY', 'true', 'ATRIUM_TRUST_PROXY is "true", but should be off, the number'],
  ['ATRIUM_MAIL_FROM', 'a@b\nBcc: c@d', 'ATRIUM_MAIL_FROM is'],
  ['SMTP_URL', 'http://mail', 'SMTP_URL should be a URL that starts with smtp:// or smtps://'],
  ['DATABASE_URL', 'mysql://u:hunter2@h/d', 'DATABASE_URL should be a URL that starts with postgres://'],
  ['ATRIUM_PROT', '1', 'ATRIUM_PROT is not a setting of Atrium'],
]
test.each(mistakes)('OPS-01 a wrong %s (%s) stops the start with a sentence', (name, value, sentence) => {
  expect(() => read({ [name]: value })).toThrow(ConfigurationError)
  expect(() => read({ [name]: value })).toThrow(sentence)
})

test.each(['https://forms.example/f?id=7', 'https://forms.example/f/?next=/', 'https://forms.example/#/f/7'])(
  'NAV-15 the feedback form is a page with a query or fragment, kept exactly: %s',
  (address) => {
    expect(read({ ATRIUM_FEEDBACK_FORM_URL: address }).feedbackFormUrl).toBe(address)
  },
)

test('OPS-01 all mistakes are reported together, and none repeats a secret', () => {
  const received = (() => {
    try {
      return read({ ATRIUM_PORT: '-1', ATRIUM_SIGN_UP: 'x', DATABASE_URL: 'mysql://u:hunter2@h/d' }).host
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
  })()
  expect(received.split('\n')).toHaveLength(3)
  expect(received).not.toContain('hunter2')
})

test.each([
  'changeit',
  'change-me-change-me-change-me-change-me',
  'your-secret-your-secret-your-secret-x',
  'a'.repeat(64),
  '0123456789abcdef',
])('S15 a secret copied from an example, or too simple, is refused: %s', (secret) => {
  expect(() => read({ ATRIUM_SECRET: secret })).toThrow(
    'ATRIUM_SECRET should be at least 32 random characters',
  )
})

test('S15 without a configured secret one is generated once, readable only by its owner', () => {
  const first = ensureSecret(folder, undefined).reveal()
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(ensureSecret(folder, undefined).reveal()).toBe(first)
  expect(statSync(path.join(folder, 'secret')).mode & 0o777).toBe(0o600)
  expect(ensureSecret(path.join(folder, 'other'), undefined).reveal()).not.toBe(first)
  writeFileSync(path.join(folder, 'secret'), 'damaged')
  expect(() => ensureSecret(folder, undefined)).toThrow('Restore it from a backup')
})

test('C03 a secret prints as an empty string', () => {
  const { openaiApiKey } = read({ OPENAI_API_KEY: 'sk-hunter2' })
  expect(openaiApiKey?.reveal()).toBe('sk-hunter2')
  expect(
    `${String(openaiApiKey)} ${JSON.stringify({ openaiApiKey })} ${inspect({ openaiApiKey })}`,
  ).not.toContain('hunter2')
})

test('C03 the log removes secrets and texts from any value, and writes one line', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info' }, { write: (line) => void lines.push(line) })
  const received = 'hunter2'
  log.info(
    {
      password: received,
      user: { token: received, code: received },
      a: { b: { content: received } },
      headers: { authorization: received, 'set-cookie': received },
    },
    'x',
  )
  log.info(
    { configuration: read({ ATRIUM_SECRET: 'q8Zr1tY4uI7oP0aS3dF6gH9jK2lX5cVb' }) },
    'line\r\n{"level":60}',
  )
  log.error(
    {
      err: Object.assign(new Error('failed', { cause: new Error('deeper') }), {
        requestBodyValues: { prompt: received },
        code: 'ECONNREFUSED',
      }),
    },
    'x',
  )
  log.info({ req: { method: 'GET', url: `/verify?code=${received}`, headers: { cookie: received } } }, 'x')
  expect(lines.join('')).not.toContain(received)
  expect(lines.join('')).not.toContain('q8Zr1tY4')
  expect(lines.join('')).toContain('ECONNREFUSED')
  expect(lines.join('')).toContain('deeper')
  expect(lines.every((line) => line.split('\n').length === 2)).toBe(true)
})

test('OPS-01 the help lists every setting', () => {
  for (const { name, description } of Object.values(settings)) {
    expect(helpText()).toContain(name)
    expect(helpText()).toContain(description)
  }
})

const azureTenant = '72f988bf-86f1-41af-91ab-2d7cd011db47'

test.each<[Record<string, string>, string]>([
  [
    { ATRIUM_OPENID_ISSUER: 'http://pool.example', ATRIUM_OPENID_CLIENT_ID: 'a' },
    'ATRIUM_OPENID_ISSUER is "http://pool.example", but should be the issuer of the provider, which starts with https://',
  ],
  [{ ATRIUM_OPENID_ISSUER: 'https://pool.example/?x=1' }, 'ATRIUM_OPENID_ISSUER is'],
  [
    { ATRIUM_OPENID_ISSUER: 'https://pool.example' },
    'ATRIUM_OPENID_ISSUER is set, and so ATRIUM_OPENID_CLIENT_ID should be set too.',
  ],
  [
    { ATRIUM_OPENID_CLIENT_SECRET: 'lonely' },
    'ATRIUM_OPENID_CLIENT_SECRET is set, and so ATRIUM_OPENID_ISSUER should be set too.',
  ],
  [
    { ATRIUM_OPENID_SCOPES: 'email profile' },
    'ATRIUM_OPENID_SCOPES is "email profile", but should be a list of scopes',
  ],
  [
    { ATRIUM_GOOGLE_CLIENT_ID: 'id' },
    'ATRIUM_GOOGLE_CLIENT_ID is set, and so ATRIUM_GOOGLE_CLIENT_SECRET should be set too.',
  ],
  [
    { ATRIUM_AZURE_CLIENT_ID: 'id', ATRIUM_AZURE_TENANT_ID: azureTenant },
    'ATRIUM_AZURE_TENANT_ID is set, and so ATRIUM_AZURE_CLIENT_SECRET should be set too.',
  ],
  [
    { ATRIUM_AZURE_TENANT_ID: 'common' },
    'ATRIUM_AZURE_TENANT_ID is "common", but should be the id of one tenant',
  ],
  [
    { ATRIUM_SIGN_IN_BY_PASSWORD: 'off' },
    'ATRIUM_SIGN_IN_BY_PASSWORD is off, and nobody could sign in: a provider should be set',
  ],
  [
    { ATRIUM_DISPOSABLE_EMAIL: 'burn' },
    'ATRIUM_DISPOSABLE_EMAIL is "burn", but should be one of flag, refuse.',
  ],
])('AUTH-06 AUTH-10 wrong sign-in settings stop the start with a sentence: %j', (env, sentence) => {
  expect(() => read(env)).toThrow(ConfigurationError)
  expect(() => read(env)).toThrow(sentence)
})

test('AUTH-06 settings configure a provider; the issuer is kept exactly', () => {
  expect(
    read({
      ATRIUM_SIGN_IN_BY_PASSWORD: 'off',
      ATRIUM_OPENID_ISSUER: 'https://pool.example/',
      ATRIUM_OPENID_CLIENT_ID: 'atrium',
    }),
  ).toMatchObject({
    signInByPassword: false,
    openIdIssuer: 'https://pool.example/',
    openIdScopes: 'phone email profile openid admin',
  })
  expect(
    read({ ATRIUM_OPENID_ISSUER: 'http://127.0.0.1:4000', ATRIUM_OPENID_CLIENT_ID: 'a' }).openIdIssuer,
  ).toBe('http://127.0.0.1:4000')
})

const long = 'x'.repeat(20_000)
const badUrls = [
  ...[
    'example.com',
    'http:',
    'http://',
    'http:example.com',
    'http://[::1',
    'http://a b',
    'ftp://example.com',
  ],
  ...[
    'http://exa\u200bmple.com',
    'http://example.com:99999',
    '//example.com',
    'https://a\\b',
    'javascript:alert(1)',
  ],
]
const badBases = [...badUrls, 'https://example.com/?a=b', 'https://example.com/#a', 'https://u:p@example.com']
const badSecrets = ['a b', 'a\tb', 'a\nb', 'a\u0000b', 'clé', '密钥', 'a\u200bb', '“sk-1”', 'a\u00a0b', long]
const badPaths = [
  ...[
    '~/data',
    '$HOME/data',
    '${DATA}',
    'http://a/b',
    'file:///data',
    '"/data"',
    "'data'",
    'a\u0000b',
    'a\nb',
    long,
  ],
  ...['data*', '<data>', 'a\u202eb'],
]
const badWords = ['ON', 'yes', 'true', '1', 'off ,on', 'öff', 'o\u0000n', 'none!', 'null', long]
const badIds = ['a b', 'a\tb', 'a\nb', 'a\u0000b', 'é', '客户', 'a\u200bb', '“id”', 'a\u00a0b', long]
const badNames = [
  'a\u0000b',
  'a\nb',
  'a\rb',
  'a\tb',
  'a\u007fb',
  'a\u0085b',
  'a\u2028b',
  'a\u200bb',
  'a\u202eb',
  'x'.repeat(41),
]
const badPostgres = [
  ...['localhost', 'mysql://u:p@h/d', 'postgres:', 'postgres://', 'postgres:h/d', 'postgres://u:p@h:99999/d'],
  ...['postgres://u p@h/d', 'http://h/d', 'postgres://[::1/d', 'postgres://h\\d'],
]

/** Ten bad values and more for every setting; a new setting does not pass without its own. */
const badValues: Record<keyof typeof settings, string[]> = {
  host: ['-a', 'a..b', '.', '999.1.1.1', ':::', 'a b', 'http://a', 'a/b', 'a_b', '1.2.3', 'a\u0000', long],
  port: ['-1', '65536', 'abc', '1.5', '0x10', '1e3', '80,81', '٣', '+80', long],
  publicUrl: badBases,
  processes: ['0', '9', '-1', '1.5', 'all', 'AUTO', '2,3', '0x2', '٣', '+2', long],
  mainApiUrl: [
    'api',
    '//evil',
    '/a b',
    '/a?b',
    '/a#b',
    '/a/../b',
    '/a//b',
    'http://',
    'ftp://a',
    'http://a?b',
    '/é',
  ],
  streamApiUrl: [
    'api',
    '//evil',
    '/a b',
    '/a?b',
    '/a#b',
    '/a/../b',
    '/a//b',
    'http://',
    'ftp://a',
    'http://a?b',
    '/é',
  ],
  allowedOrigins: [
    '*',
    'a.example',
    'https://a/b',
    'https://a/',
    'HTTPS://A',
    'null',
    'https://',
    'ftp://a',
    'https://a:443',
    'https://a b',
    'https://u@a',
  ],
  trustProxy: [
    'true',
    '0',
    '10',
    '-1',
    'on',
    '1.2.3',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/8/8',
    'proxy.example',
    '10.0.0.0/a',
  ],
  roles: ['boss', 'web,boss', 'Web', 'web worker', 'web;worker', ',', 'all', 'web,,x', '*', long],
  dataDir: badPaths,
  databaseUrl: badPostgres,
  s3Bucket: ['a', 'A-bucket', 'a_b', '-ab', 'ab-', 'a..b', 'a b', 's3://bucket', 'x'.repeat(64), 'bücket'],
  s3Region: ['EU', 'eu west', 'eu_west', '-eu', 'eu-', 'x'.repeat(41), 'eu/west', 'é', 'a\u0000b', 'eu.west'],
  s3Endpoint: badBases,
  s3AccessKeyId: [...badSecrets.slice(0, -1), 'x'.repeat(129)],
  s3SecretAccessKey: badSecrets,
  secret: [
    'a',
    'changeit',
    'a'.repeat(64),
    '0123456789abcdef',
    'x y'.repeat(20),
    'ab'.repeat(20),
    'your-secret-your-secret-your-secret-x',
    'password'.repeat(5),
    'default'.repeat(6),
    'q8Zr1tY4uI7oP0aS3dF6gH9jK2lX5c',
    long,
  ],
  sourcePorts: [
    'x',
    '0',
    '-1',
    '65536',
    '70000',
    '80;443',
    '80-90',
    '1.5',
    '8080,x',
    'http',
    '8080, 0',
    '1e9',
    '٨٠',
  ],
  backupPassphrase: [
    ...['a', 'password', '12345678901', 'a\u0000' + 'b'.repeat(12), 'a\nb'.repeat(6), 'a\rb'.repeat(6)],
    ...['x'.repeat(1001), 'two words', '短短短短短短', 'with\r\nbreaks inside'],
  ],
  admins: [
    'ada',
    '@example.com',
    'ada@',
    'a b@example.com',
    'ada@example',
    'ada@example.com;bob@example.com',
    'Ada <ada@example.com>',
    'ada@@example.com',
    'ada@example..com',
    'ada@.com',
    '.@example.com',
  ],
  signUp: [...badWords, 'closed,open'],
  disposableEmail: badWords,
  signInByPassword: badWords,
  openIdIssuer: [...badBases, 'http://example.com'],
  openIdClientId: badIds,
  openIdClientSecret: badSecrets,
  openIdName: badNames,
  openIdScopes: [
    'email',
    'OPENID',
    'openid,email',
    'openid  email',
    'openid;email',
    'open id',
    'openid\nemail',
    'openid é',
    'openidx',
    'openid "email"',
  ],
  signInGoogleClientId: badIds,
  signInGoogleClientSecret: badSecrets,
  signInGoogleIssuer: [...badBases, 'http://example.com'],
  signInAzureTenantId: [
    'common',
    'organizations',
    'consumers',
    'example.com',
    '72f988bf',
    '72f988bf-86f1-41af-91ab',
    '72F988BF-86F1-41AF-91AB-2D7CD011DB47',
    '{72f988bf-86f1-41af-91ab-2d7cd011db47}',
    '72f988bf86f141af91ab2d7cd011db47',
    'g2f988bf-86f1-41af-91ab-2d7cd011db47',
  ],
  signInAzureClientId: badIds,
  signInAzureClientSecret: badSecrets,
  signInAzureAuthority: [...badBases, 'http://example.com'],
  smtpUrl: [
    'mail',
    'smtp:',
    'smtp://',
    'smtp:mail',
    'http://mail',
    'smtp://mail:99999',
    'smtp://a b',
    'smtp://[::1',
    'imap://mail',
    'smtp://a\\b',
  ],
  mailFrom: [
    'atrium',
    '@',
    'a@',
    '@b',
    'Atrium <a@b',
    'Atrium a@b>',
    'a@b, c@d',
    'a@b@c',
    'a@b\nBcc: c@d',
    'Atrium <>',
    'a b@c',
  ],
  metricsToken: badSecrets,
  mailEventsSecret: badSecrets,
  modelsFile: badPaths,
  plansFile: badPaths,
  appConfigFile: badPaths,
  openaiApiKey: badSecrets,
  openaiBaseUrl: badBases,
  anthropicApiKey: badSecrets,
  anthropicBaseUrl: badBases,
  googleApiKey: badSecrets,
  googleBaseUrl: badBases,
  azureApiKey: badSecrets,
  azureResourceName: ['a b', 'a.b', 'a/b', 'https://a', 'é', 'a\u0000b', 'x'.repeat(65), 'a:b', 'a@b', 'a,b'],
  azureBaseUrl: badBases,
  mistralApiKey: badSecrets,
  mistralBaseUrl: badBases,
  openaiCompatibleBaseUrl: badBases,
  openaiCompatibleApiKey: badSecrets,
  ollamaUrl: badBases,
  sandbox: badWords.filter((word) => word !== 'on'),
  sandboxModelsUrl: badBases,
  sandboxSearchUrl: badBases,
  sandboxToolsUrl: badBases,
  sandboxPaymentsUrl: badBases,
  searxngUrl: badBases,
  braveApiKey: badSecrets,
  stripeSecretKey: badSecrets,
  stripeWebhookSecret: badSecrets,
  tavilyApiKey: badSecrets,
  drainSeconds: ['-1', '3601', '10s', '1.5', 'ten', '1e1', '0x1', '', '１０', '1,000', long].filter(Boolean),
  logLevel: ['INFO', 'verbose', 'fatal', '30', 'info,warn', 'inf', 'trace ing', 'none', 'off', long],
  logTo: ['stderr', 'File', '/var/log/a', 'file,stdout', 'console', 'syslog', 'on', '1', 'STDOUT', long],
  otlpEndpoint: badBases,
  feedbackFormUrl: [...badUrls, 'https://u:p@example.com', 'https://u@example.com/?a=b'],
  supportEmail: [
    'two@@example.com',
    'spaces in@example.com',
    'help',
    '@',
    'a@',
    '@b',
    'Atrium <a@example.com>',
    'a@b.com, c@d.com',
    'a@b.com?bcc=c@d.com',
    'a b@c.com',
  ],
}

test.each(Object.entries<Setting>(settings))(
  'OPS-01 bad values of %s are refused, each with one sentence that names the setting',
  (key, { name }) => {
    const bad = badValues[key as keyof typeof settings]
    expect(new Set(bad).size).toBeGreaterThanOrEqual(10)
    for (const value of bad) {
      const refused = () => read({ [name]: value })
      expect(refused, JSON.stringify(value.slice(0, 60))).toThrow(ConfigurationError)
      expect(refused).toThrow(new RegExp(`^${name} [^\\n]*should be [^\\n]*\\.$`))
    }
  },
)
