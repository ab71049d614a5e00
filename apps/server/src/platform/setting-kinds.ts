import { isIP } from 'node:net'
import { z } from 'zod'
import { Secret } from './secret.ts'

/** How one kind of setting is read: a zod schema over the text of the variable, and how to say what it should be. */
export interface SettingKind<Value> {
  schema: z.ZodType<Value, string>
  /** Completes the sentence "ATRIUM_PORT should be …". */
  expected: string
  /** The value is never repeated in a message. */
  isSecret: boolean
}

function kind<Value>(schema: z.ZodType<Value, string>, expected: string): SettingKind<Value> {
  return { schema, expected, isSecret: false }
}

function secretKind(schema: z.ZodType<string, string>, expected: string): SettingKind<Secret> {
  return { schema: schema.transform((value) => new Secret(value)), expected, isSecret: true }
}

export function wholeNumber(from: number, to: number): SettingKind<number> {
  const schema = z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= from && value <= to)
  return kind(schema, `a whole number from ${from} to ${to}`)
}

export function oneOf<const Choice extends string>(...choices: Choice[]): SettingKind<Choice> {
  return kind(z.enum(choices), `one of ${choices.join(', ')}`)
}

/** A comma-separated list without repetition, at least one entry. */
export function someOf<const Choice extends string>(...choices: Choice[]): SettingKind<Choice[]> {
  const schema = z
    .string()
    .transform(splitList)
    .pipe(z.array(z.enum(choices)).min(1))
    .transform((list) => [...new Set(list)])
  return kind(schema, `a comma-separated list of ${choices.join(', ')}`)
}

export function text(expected: string, pattern = /^[^\r\n\0]{1,1000}$/): SettingKind<string> {
  return kind(z.string().regex(pattern), expected)
}

export function secretText(expected = 'one line of text without spaces'): SettingKind<Secret> {
  return secretKind(z.string().regex(/^[^\s\0]{1,10000}$/), expected)
}

/** `protocols` with their colon, as in `URL.protocol`. The value keeps no trailing slash. */
export function url(protocols: string[], example: string): SettingKind<string> {
  return kind(urlSchema(protocols).transform(withoutTrailingSlash), urlExpectation(protocols, example))
}

/**
 * The name of an OpenID provider, to the letter as its tokens carry it, a slash at its end included. Unencrypted only on this
 * machine itself: whoever could change what is read from it could sign in as anybody.
 */
export function issuer(example: string): SettingKind<string> {
  const schema = urlSchema(['https:', 'http:']).refine((value) => {
    const { protocol, hostname, search, hash, username, password } = new URL(value)
    const isPlain = search === '' && hash === '' && username === '' && password === ''
    return isPlain && (protocol === 'https:' || loopback.has(hostname))
  })
  return kind(schema, `the issuer of the provider, which starts with https://, such as ${example}`)
}

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** A URL that may hold a password. */
export function secretUrl(protocols: string[], example: string): SettingKind<Secret> {
  return secretKind(urlSchema(protocols), urlExpectation(protocols, example))
}

/** A URL of http(s), or a path of the same site such as `/api`. */
export function urlOrPath(example: string): SettingKind<string> {
  const path = z
    .string()
    .regex(/^\/[\w\-./]*$/)
    .refine((value) => !value.startsWith('//'))
  const schema = z.union([path, urlSchema(['http:', 'https:'])]).transform(withoutTrailingSlash)
  return kind(schema, `a path such as ${example} or a URL that starts with http:// or https://`)
}

export function origins(): SettingKind<string[]> {
  const schema = z
    .string()
    .transform(splitList)
    .pipe(z.array(z.string().refine(isOrigin)))
  return kind(
    schema,
    'a comma-separated list of origins such as https://atrium.example.com, each without a path',
  )
}

/** Comma-separated addresses of people, in small letters as identity keeps them; perhaps none. */
export function emails(): SettingKind<string[]> {
  const schema = z
    .string()
    .transform((value) => splitList(value.toLowerCase()))
    .pipe(z.array(z.email()))
  return kind(schema, 'a comma-separated list of email addresses')
}

/** Which proxies are believed when they say whose request they pass on: none, a number of hops, or their addresses. */
export type TrustProxy = false | number | string[]

export function trustProxy(): SettingKind<TrustProxy> {
  const schema = z.string().transform((value, context): TrustProxy => {
    if (value === 'off') return false
    if (/^[1-9]$/.test(value)) return Number(value)
    const addresses = splitList(value)
    if (addresses.length > 0 && addresses.every(isAddressOrNetwork)) return addresses
    context.addIssue({ code: 'custom' })
    return z.NEVER
  })
  return kind(
    schema,
    "off, the number of proxies in front (1 to 9), or a comma-separated list of the proxies' addresses",
  )
}

export function onOff(): SettingKind<boolean> {
  return kind(
    z.enum(['on', 'off']).transform((value) => value === 'on'),
    'on or off',
  )
}

/**
 * The secret that everything else is derived from. Values out of examples and values too simple to be random are refused:
 * somebody who leaves one there would share it with everybody who read the same example.
 */
export function masterSecret(): SettingKind<Secret> {
  const example = /change.?(me|it)|example|placeholder|your.?secret|default|password|12345|abcde/i
  const schema = z
    .string()
    .regex(/^\S{32,500}$/)
    .refine((value) => !example.test(value) && new Set(value).size >= 10)
  return secretKind(
    schema,
    'at least 32 random characters, not an example (`openssl rand -hex 32` makes one)',
  )
}

function urlSchema(protocols: string[]): z.ZodType<string, string> {
  return z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol))
}

function urlExpectation(protocols: string[], example: string): string {
  return `a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}, such as ${example}`
}

function withoutTrailingSlash(value: string): string {
  return value.replace(/\/+$/, '')
}

function splitList(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

function isOrigin(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value
}

function isAddressOrNetwork(value: string): boolean {
  const [address, prefix, ...rest] = value.split('/')
  if (address === undefined || isIP(address) === 0 || rest.length > 0) return false
  return (
    prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIP(address) === 4 ? 32 : 128))
  )
}
