import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import { publicEmailDomains, publicEmailNames } from './public-email-domains.ts'

/** Facts about an email address (AUTH-12). */
export type EmailKinds = {
  /** A public mail provider, whose domain identifies no organization. */
  isPublic: boolean
  /** A provider of disposable addresses. */
  isTemporary: boolean
  /** With a part after `+` chosen by its owner. */
  isSubaddress: boolean
}

let temporaryDomains: Set<string> | undefined

/** Classifies an address in lower case by the maintained domain lists, including subdomains. */
export function emailKindsOf(email: string): EmailKinds {
  // Some ten thousand domains: read on first use.
  temporaryDomains ??= disposableEmailBlocklistSet()
  const at = email.lastIndexOf('@')
  const domains = withParents(email.slice(at + 1))
  return {
    isPublic: domains.some((domain) => publicEmailDomains.has(domain) || isCountryOfPublicName(domain)),
    isTemporary: domains.some((domain) => temporaryDomains?.has(domain)),
    isSubaddress: /^[^+]+\+/.test(email.slice(0, at)),
  }
}

/** `mail.example.co.uk` and its parent domains, down to two labels. */
function withParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

/** Country domains of Yahoo, Outlook and the like: yahoo.fr, hotmail.co.uk, live.com.au. */
function isCountryOfPublicName(domain: string): boolean {
  const [name = '', ...ending] = domain.split('.')
  return publicEmailNames.has(name) && /^((co|com)\.)?[a-z]{2}$/.test(ending.join('.'))
}
