import { limits } from '@atrium/contract'
import type { ProvenClaims } from './claims.ts'
import type { OpenIdProvider } from './providers.ts'

/** Somebody of whom a provider proved who they are there: named by issuer and subject for ever, whatever their address. */
export type ProvenPerson = {
  issuer: string
  subject: string
  /** The provider, as its button calls it. */
  providerName: string
  /** In small letters. */
  email: string
  firstName: string
  lastName: string
}

/** The person that the claims are about; null when they tell no address. */
export function provenPerson(
  { issuer, name: providerName }: Pick<OpenIdProvider, 'issuer' | 'name'>,
  claims: ProvenClaims,
): ProvenPerson | null {
  const { sub: subject, email } = claims
  if (email === undefined) return null
  const [first, ...others] = nameOf(claims.name).split(' ')
  const firstName = nameOf(claims.given_name) || first || nameOf(email.split('@')[0])
  const lastName = nameOf(claims.family_name) || (claims.given_name ? '' : others.join(' '))
  return { issuer, subject, providerName, email, firstName, lastName }
}

/** A name as we would have let it be typed: one line without characters that disguise it, of bounded length. */
function nameOf(told = ''): string {
  const line = told.replaceAll(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, '').replaceAll(/\s+/g, ' ')
  let name = ''
  for (const character of line.trim()) {
    if (name.length + character.length > limits.personNameCharacters) break
    name += character
  }
  return name.trim()
}
