import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigurationError, helpText, readConfiguration } from './configuration.ts'
import { ensureSecret } from './ensure-secret.ts'
import { createLog } from './log.ts'
import { settings } from './settings.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'configuration-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const envFile = () => path.join(folder, '.env')
const read = (env: Record<string, string>) => readConfiguration(env, { envFile: envFile() })

test('OPS-01 everything has a default that works', () => {
  expect(read({})).toMatchObject({
    port: 3210,
    host: '127.0.0.1',
    roles: ['web', 'worker'],
    signUp: 'open',
    sandbox: 'auto',
    trustProxy: false,
  })
})

test('settings come from the environment and .env, the environment first, empty ones count as not set', () => {
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
    'ATRIUM_ROLES is "web,boss", but should be a comma-separated list of web, worker.',
  ],
  [
    'ATRIUM_PUBLIC_URL',
    'atrium.example.com',
    'ATRIUM_PUBLIC_URL is "atrium.example.com", but should be a URL that starts with http:// or https://',
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

test('OPS-01 all mistakes are told at once, and none repeats a secret', () => {
  const told = (() => {
    try {
      return read({ ATRIUM_PORT: '-1', ATRIUM_SIGN_UP: 'x', DATABASE_URL: 'mysql://u:hunter2@h/d' }).host
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
  })()
  expect(told.split('\n')).toHaveLength(3)
  expect(told).not.toContain('hunter2')
})

test.each([
  'changeit',
  'change-me-change-me-change-me-change-me',
  'your-secret-your-secret-your-secret-x',
  'a'.repeat(64),
  '0123456789abcdef',
])('S15 a secret out of an example, or too simple, is refused: %s', (secret) => {
  expect(() => read({ ATRIUM_SECRET: secret })).toThrow(
    'ATRIUM_SECRET should be at least 32 random characters',
  )
})

test('S15 without a configured secret one is made, once, and only its owner can read it', () => {
  const first = ensureSecret(folder, undefined).reveal()
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(ensureSecret(folder, undefined).reveal()).toBe(first)
  expect(statSync(path.join(folder, 'secret')).mode & 0o777).toBe(0o600)
  expect(ensureSecret(path.join(folder, 'other'), undefined).reveal()).not.toBe(first)
  writeFileSync(path.join(folder, 'secret'), 'damaged')
  expect(() => ensureSecret(folder, undefined)).toThrow('Restore it from a backup')
})

test('C03 a secret prints as nothing', () => {
  const { openaiApiKey } = read({ OPENAI_API_KEY: 'sk-hunter2' })
  expect(openaiApiKey?.reveal()).toBe('sk-hunter2')
  expect(
    `${String(openaiApiKey)} ${JSON.stringify({ openaiApiKey })} ${inspect({ openaiApiKey })}`,
  ).not.toContain('hunter2')
})

test('C03 the log has no secrets and no texts, whatever is handed to it, and keeps to one line', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info' }, { write: (line) => void lines.push(line) })
  const told = 'hunter2'
  log.info(
    {
      password: told,
      user: { token: told, code: told },
      a: { b: { content: told } },
      headers: { authorization: told, 'set-cookie': told },
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
        requestBodyValues: { prompt: told },
        code: 'ECONNREFUSED',
      }),
    },
    'x',
  )
  log.info({ req: { method: 'GET', url: `/verify?code=${told}`, headers: { cookie: told } } }, 'x')
  expect(lines.join('')).not.toContain(told)
  expect(lines.join('')).not.toContain('q8Zr1tY4')
  expect(lines.join('')).toContain('ECONNREFUSED')
  expect(lines.join('')).toContain('deeper')
  expect(lines.every((line) => line.split('\n').length === 2)).toBe(true)
})

test('OPS-01 the help lists every setting there is', () => {
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
])('AUTH-06 AUTH-10 wrong settings of signing in stop the start with a sentence: %j', (env, sentence) => {
  expect(() => read(env)).toThrow(ConfigurationError)
  expect(() => read(env)).toThrow(sentence)
})

test('AUTH-06 a provider is set up by its settings, an issuer kept to the letter', () => {
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
