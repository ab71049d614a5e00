import { availableParallelism } from 'node:os'
import { isIP } from 'node:net'
import { z } from 'zod'
import { Secret } from './secret.ts'

/** How one kind of setting is read: a zod schema for the variable's text, and a description of what it should be. */
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

/** A number of processes; `auto` leaves half of the processors to the database. */
export function processes(): SettingKind<number> {
  const schema = z
    .string()
    .regex(/^(auto|[1-8])$/)
    .transform((text) => (text === 'auto' ? automaticProcesses() : Number(text)))
  return kind(schema, 'auto or a whole number from 1 to 8')
}

const automaticProcesses = (): number => Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)))

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

export function text(expected: string, pattern: RegExp): SettingKind<string> {
  return kind(z.string().regex(pattern), expected)
}

/** A file or folder. Unexpanded shell syntax, quotes and URLs are mistakes: they would name a literal folder. */
export function filePath(): SettingKind<string> {
  return text(
    'a path such as ./data or /var/lib/atrium, without quotes, ~ or variables',
    /^(?!~)(?![A-Za-z][\w+.-]+:\/\/)[^\p{C}\p{Zl}\p{Zp}"'`$*?<>|]{1,1000}$/u,
  )
}

/** An address or a name to listen on. */
export function host(): SettingKind<string> {
  const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
  const name = new RegExp(`^(?=.{1,253}$)${label}(?:\\.${label})*$`)
  const schema = z
    .string()
    .refine((value) => isIP(value) !== 0 || (name.test(value) && !/^[\d.]+$/.test(value)))
  return kind(schema, 'an IP address or a host name')
}

/** A sender: an address, or a name with the address in angle brackets. */
export function mailbox(): SettingKind<string> {
  const address = '[^\\s@<>,;:"()]+@[^\\s@<>,;:"()]+'
  const pattern = new RegExp(`^(?:${address}|[^\\p{C}\\p{Zl}\\p{Zp}<>@,;]{1,100} ?<${address}>)$`, 'u')
  return text('an address such as Atrium <atrium@example.com>', pattern)
}

/** Sent in headers, which take no more than printable ASCII. */
export function secretText(
  expected = 'one line of letters, digits and signs without spaces',
): SettingKind<Secret> {
  return secretKind(z.string().regex(/^[\x21-\x7e]{1,10000}$/), expected)
}

/** `protocols` with their colon, as in `URL.protocol`. Removes a trailing slash. */
export function url(protocols: string[], example: string): SettingKind<string> {
  return kind(
    plainUrlSchema(protocols).transform(withoutTrailingSlash),
    `${urlExpectation(protocols, example)}, ${plain}`,
  )
}

/** The URL of a page that browsers open, exactly as given: with a query or fragment if it has one. */
export function pageUrl(example: string): SettingKind<string> {
  const schema = z.string().refine((value) => {
    const url = parseUrl(value, ['http:', 'https:'])
    return url !== undefined && hasNoPassword(url)
  })
  return kind(schema, `${urlExpectation(['http:', 'https:'], example)}, without a user name or password`)
}

/**
 * An OpenID issuer, exactly as in its tokens, including a final slash. Unencrypted only on this machine: anybody who could change
 * its replies could sign in as anybody.
 */
export function issuer(example: string): SettingKind<string> {
  // zod runs every refinement, whatever the earlier ones returned.
  const schema = z.string().refine((value) => {
    const url = parseUrl(value, ['https:', 'http:'])
    return url !== undefined && isPlain(url) && (url.protocol === 'https:' || loopback.has(url.hostname))
  })
  return kind(schema, `the issuer of the provider, which starts with https://, such as ${example}, ${plain}`)
}

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** A passphrase: spaces are part of it. */
export function passphrase(): SettingKind<Secret> {
  return secretKind(z.string().regex(/^[^\0\r\n]{12,1000}$/), 'one line with at least 12 characters')
}

/** A URL that may contain a password. */
export function secretUrl(protocols: string[], example: string): SettingKind<Secret> {
  return secretKind(urlSchema(protocols), urlExpectation(protocols, example))
}

/** A URL of http(s), or a path of the same site such as `/api`. */
export function urlOrPath(example: string): SettingKind<string> {
  const path = z
    .string()
    .regex(/^\/[\w\-./]*$/)
    .refine((value) => !value.includes('//') && !value.split('/').includes('..'))
  const schema = z.union([path, plainUrlSchema(['http:', 'https:'])]).transform(withoutTrailingSlash)
  return kind(schema, `a path such as ${example} or a URL that starts with http:// or https://, ${plain}`)
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

/** Comma-separated email addresses, in lower case as identity stores them; possibly none. */
export function email(): SettingKind<string> {
  return kind(z.email(), 'an email address such as help@example.com')
}

export function emails(): SettingKind<string[]> {
  const schema = z
    .string()
    .transform((value) => splitList(value.toLowerCase()))
    .pipe(z.array(z.email()))
  return kind(schema, 'a comma-separated list of email addresses')
}

/** Comma-separated ports, each once; possibly none. */
export function ports(): SettingKind<number[]> {
  const schema = z
    .string()
    .transform((value) => [...new Set(splitList(value).map(Number))])
    .pipe(z.array(z.int().min(1).max(65_535)).max(50))
  return kind(schema, 'a comma-separated list of ports such as 8080, 8443')
}

/** Which proxies are trusted about the client's address: none, a number of hops, or their addresses. */
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
 * The secret that everything else is derived from. Refuses values from examples and values too simple to be random: they would be
 * shared with every reader of the same example.
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
  return z.string().refine((value) => parseUrl(value, protocols) !== undefined)
}

/** Of a server that paths are added to: no query, no fragment, no password. */
function plainUrlSchema(protocols: string[]): z.ZodType<string, string> {
  return z.string().refine((value) => {
    const url = parseUrl(value, protocols)
    return url !== undefined && isPlain(url) && url.hostname !== ''
  })
}

/** Stricter than `URL`, which repairs typing mistakes: `http:a`, spaces, backslashes. */
function parseUrl(value: string, protocols: string[]): URL | undefined {
  if (!/^[a-z]+:\/\/[^\s\\/]/.test(value) || /[\s\\\p{C}"<>`]/u.test(value) || !URL.canParse(value))
    return undefined
  const url = new URL(value)
  return protocols.includes(url.protocol) ? url : undefined
}

const isPlain = (url: URL) => url.search === '' && url.hash === '' && hasNoPassword(url)
const plain = 'without a user name, password, query or fragment'

const hasNoPassword = ({ username, password }: URL) => username === '' && password === ''

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
