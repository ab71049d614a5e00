import type { SignInProvider, SignInProviderId } from '@atrium/contract'
import type { Configuration } from '../../platform/configuration.ts'
import type { Secret } from '../../platform/secret.ts'
import { siteUrlOf } from '../../platform/site-url.ts'
import type { ProvenClaims } from './claims.ts'

/** An OpenID provider as it is set up here. */
export type OpenIdProvider = {
  id: SignInProviderId
  /** What its button calls it. */
  name: string
  /** As its tokens say it, to the letter. */
  issuer: string
  clientId: string
  clientSecret: Secret | null
  scopes: string
  /** Each provider has its own, so that what one sends back can never be taken for what another did (RFC 9700, 4.4). */
  redirectUri: string
  /** Whether a token that is genuine is one for us at all. */
  isAcceptable(claims: ProvenClaims): boolean
  /** Whether the provider's word is enough to believe that the address in the token is this person's now. */
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

/** What the sign-in screens show a button for, in the order of the buttons. */
export const signInProviders = (settings: OpenIdSettings): SignInProvider[] =>
  openIdProviders(settings).map(({ id, name }) => ({ id, name }))

/** The providers whose settings are there. That they are whole was checked when the settings were read. */
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
    // Google verified other people's addresses once, when the sign-in was made; only of its own does it know whose they are
    // now (developers.google.com/identity/gsi/web/guides/verify-google-id-token).
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
    // Entra lets whoever administers a directory write any address into it. Only `xms_edov`, which an operator has to ask
    // for, says that the address's domain was proved to be theirs.
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
