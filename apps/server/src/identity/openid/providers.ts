import type { SignInProvider, SignInProviderId } from '@atrium/contract'
import type { Configuration } from '../../platform/config/configuration.ts'
import type { Secret } from '../../platform/config/secret.ts'
import { siteUrlOf } from '../../platform/config/site-url.ts'
import type { ProvenClaims } from './claims.ts'

/** An OpenID provider as configured. */
export type OpenIdProvider = {
  id: SignInProviderId
  /** The label of its button. */
  name: string
  /** Exactly as in its tokens. */
  issuer: string
  clientId: string
  clientSecret: Secret | null
  scopes: string
  /** Each provider has its own, so that one's redirect can never be accepted as another's (RFC 9700, 4.4). */
  redirectUri: string
  /** Whether a genuine token is acceptable here at all. */
  isAcceptable(claims: ProvenClaims): boolean
  /** Whether the provider's word proves that the address is currently this person's. */
  vouchesForAddress(claims: ProvenClaims): boolean
}

export type OpenIdSettings = Pick<
  Configuration,
  | 'publicUrl'
  | 'host'
  | 'port'
  | 'openIdIssuer'
  | 'openIdClientId'
  | 'openIdClientSecret'
  | 'openIdName'
  | 'openIdScopes'
  | 'signInGoogleClientId'
  | 'signInGoogleClientSecret'
  | 'signInGoogleIssuer'
  | 'signInAzureTenantId'
  | 'signInAzureClientId'
  | 'signInAzureClientSecret'
  | 'signInAzureAuthority'
>

/** The buttons of the sign-in screens, in order. */
export const signInProviders = (settings: OpenIdSettings): SignInProvider[] =>
  openIdProviders(settings).map(({ id, name }) => ({ id, name }))

/** Returns the configured providers. Reading the settings has checked that they are complete. */
export function openIdProviders(settings: OpenIdSettings): OpenIdProvider[] {
  const redirectUri = `${siteUrlOf(settings)}/auth/validate`
  return [google(settings, redirectUri), azure(settings, redirectUri), pool(settings, redirectUri)].filter(
    (provider) => provider !== null,
  )
}

function google(settings: OpenIdSettings, redirectUri: string): OpenIdProvider | null {
  const { signInGoogleClientId: clientId, signInGoogleClientSecret: clientSecret } = settings
  if (!clientId || !clientSecret) return null
  return {
    id: 'google',
    name: 'Google',
    issuer: settings.signInGoogleIssuer,
    clientId,
    clientSecret,
    scopes: 'openid email profile',
    redirectUri: `${redirectUri}/google`,
    isAcceptable: () => true,
    // Google verified third-party addresses only when the Google account was created; it knows the current owner only of its own
    // addresses (developers.google.com/identity/gsi/web/guides/verify-google-id-token).
    vouchesForAddress: ({ email, email_verified, hd }) =>
      email_verified && (hd !== undefined || /@(?:gmail|googlemail)\.com$/i.test(email ?? '')),
  }
}

function azure(settings: OpenIdSettings, redirectUri: string): OpenIdProvider | null {
  const { signInAzureTenantId: tenantId, signInAzureClientId: clientId } = settings
  const { signInAzureClientSecret: clientSecret } = settings
  if (!tenantId || !clientId || !clientSecret) return null
  return {
    id: 'azure',
    name: 'Microsoft',
    issuer: `${settings.signInAzureAuthority.replace(/\/$/, '')}/${tenantId}/v2.0`,
    clientId,
    clientSecret,
    scopes: 'openid email profile',
    redirectUri: `${redirectUri}/azure`,
    isAcceptable: ({ tid }) => tid === tenantId,
    // Entra lets a directory's administrator enter any address. Only `xms_edov`, which an operator must request, says that the
    // directory's ownership of the domain was verified.
    vouchesForAddress: ({ xms_edov }) => xms_edov,
  }
}

function pool(settings: OpenIdSettings, redirectUri: string): OpenIdProvider | null {
  const { openIdIssuer: issuer, openIdClientId: clientId } = settings
  if (!issuer || !clientId) return null
  return {
    id: 'pool',
    name: settings.openIdName,
    issuer,
    clientId,
    clientSecret: settings.openIdClientSecret ?? null,
    scopes: settings.openIdScopes,
    redirectUri,
    isAcceptable: () => true,
    vouchesForAddress: ({ email_verified }) => email_verified,
  }
}
