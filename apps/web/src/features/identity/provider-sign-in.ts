import { beginOpenIdSignIn, type SignInProviderId } from '@atrium/contract'
import { api, session } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { fields, oneOf, text } from '../../lib/parse.ts'
import { stored } from '../../lib/stored.ts'

const storedUnderWay = stored(
  'providerSignIn',
  fields({ state: text, provider: oneOf('google', 'azure', 'pool'), returnTo: text }),
  () => sessionStorage,
)

/** A sign-in at a provider that was begun in this tab, and where it leads in the end. */
export type ProviderSignIn = NonNullable<ReturnType<typeof storedUnderWay.read>>

export const signInUnderWay = { read: storedUnderWay.read, forget: storedUnderWay.remove }

/** Leaves for the provider. Who turns out to be signed in already stays, and is. */
export async function leaveForProvider(
  provider: SignInProviderId,
  returnTo: string | undefined,
): Promise<'leaving' | 'signed-in'> {
  try {
    const { data } = await api.call(beginOpenIdSignIn, { body: { provider } })
    storedUnderWay.write({ state: data.state, provider, returnTo: returnTo ?? '/' })
    location.assign(data.authorizationUrl)
    return 'leaving'
  } catch (error) {
    if (!isAlreadySignedIn(error)) throw error
    await session.renew()
    return 'signed-in'
  }
}

/** The session that the server knows of has only to be loaded (AUTH-10). */
export const isAlreadySignedIn = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'ALREADY_SIGNED_IN'
