import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import { publicEmailDomains, publicEmailNames } from './public-email-domains.ts'

/** What an email address tells of its owner (AUTH-12). */
export type EmailKinds = {
  /** At a provider where anybody gets an address, so that the domain names no organisation. */
  isPublic: boolean
  /** At a provider of addresses to throw away. */
  isTemporary: boolean
  /** With a part after `+` that its owner chose. */
  isSubaddress: boolean
}

let temporaryDomains: Set<string> | undefined

/** Reads an address in small letters by the maintained domain lists; subdomains belong to their domain. */
export function emailKindsOf(email: string): EmailKinds {
  // Some ten thousand domains: read when they are first needed.
  temporaryDomains ??= disposableEmailBlocklistSet()
  const at = email.lastIndexOf('@')
  const domains = withParents(email.slice(at + 1))
  return {
    isPublic: domains.some((domain) => publicEmailDomains.has(domain) || isCountryOfPublicName(domain)),
    isTemporary: domains.some((domain) => temporaryDomains?.has(domain)),
    isSubaddress: /^[^+]+\+/.test(email.slice(0, at)),
  }
}

/** `mail.example.co.uk` and the domains above it, down to two labels. */
function withParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

/** Yahoo, Outlook and the like under the endings of countries: yahoo.fr, hotmail.co.uk, live.com.au. */
function isCountryOfPublicName(domain: string): boolean {
  const [name = '', ...ending] = domain.split('.')
  return publicEmailNames.has(name) && /^((co|com)\.)?[a-z]{2}$/.test(ending.join('.'))
}
