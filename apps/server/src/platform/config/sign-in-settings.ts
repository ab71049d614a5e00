import { settings, type Configuration } from './settings.ts'

/** Returns contradictions between the sign-in settings, each as a sentence: incomplete providers, and no way to sign in at all. */
export function mistakesInSignIn(configuration: Configuration): string[] {
  const groups = [
    { needed: ['openIdIssuer', 'openIdClientId'], further: ['openIdClientSecret'] },
    { needed: ['signInGoogleClientId', 'signInGoogleClientSecret'], further: [] },
    { needed: ['signInAzureTenantId', 'signInAzureClientId', 'signInAzureClientSecret'], further: [] },
  ] as const
  const isSet = (key: keyof Configuration) => configuration[key] !== undefined
  const halves = groups.flatMap(({ needed, further }) => {
    const given = [...needed, ...further].find(isSet)
    const missing = needed.filter((key) => !isSet(key))
    return given === undefined
      ? []
      : missing.map(
          (key) => `${settings[given].name} is set, and so ${settings[key].name} should be set too.`,
        )
  })
  const hasProvider = groups.some(({ needed }) => needed.every(isSet))
  if (configuration.signInByPassword || hasProvider || halves.length > 0) return halves
  return [
    'ATRIUM_SIGN_IN_BY_PASSWORD is off, and nobody could sign in: a provider should be set, such as ATRIUM_OPENID_ISSUER with ATRIUM_OPENID_CLIENT_ID.',
  ]
}
