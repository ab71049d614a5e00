import { cleanName, limits, Name } from '@atrium/contract'
import type { ProvenClaims } from './claims.ts'
import type { OpenIdProvider } from './providers.ts'

/** A person whose identity a provider proved: named permanently by issuer and subject, whatever their address. */
export type ProvenPerson = {
  issuer: string
  subject: string
  /** The label of the provider's button. */
  providerName: string
  /** In lower case. */
  email: string
  firstName: string
  lastName: string
}

/** Returns the person of the claims; null without an address. */
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

/**
 * A name as somebody could have typed it here: one visible line of limited length. '' for one that mixes scripts to imitate
 * another name, or that is invisible.
 */
function nameOf(claimed = ''): string {
  const line = cleanName(claimed.replaceAll(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, ' ')).replaceAll(/\s+/g, ' ')
  let name = ''
  for (const character of line.trim()) {
    if (name.length + character.length > limits.personNameCharacters) break
    name += character
  }
  return Name.safeParse(name.trim()).data ?? ''
}
