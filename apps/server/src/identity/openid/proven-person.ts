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
  return { issuer, subject, providerName, email, firstName, lastName: lastName.slice(0, 60) }
}

/** A name as we would have let it be typed: one line without characters that disguise it, 60 long at most. */
const nameOf = (told = '') =>
  [
    ...told
      .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, 60)
    .join('')
    .slice(0, 60)
