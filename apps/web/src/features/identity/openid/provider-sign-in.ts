import { beginOpenIdSignIn, type SignInProviderId } from '@atrium/contract'
import { api, session } from '../../../lib/api/api.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { fields, oneOf, text } from '../../../lib/text/parse.ts'
import { stored } from '../../../lib/stored.ts'

const storedUnderWay = stored(
  'providerSignIn',
  fields({ state: text, provider: oneOf('google', 'azure', 'pool'), returnTo: text }),
  () => sessionStorage,
)

/** A provider sign-in started in this tab, and its final target. */
export type ProviderSignIn = NonNullable<ReturnType<typeof storedUnderWay.read>>

export const signInUnderWay = { read: storedUnderWay.read, forget: storedUnderWay.remove }

/** Redirects to the provider. Stays if the person turns out to be signed in already. */
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

/** The server has a session, which only needs to be loaded (AUTH-10). */
export const isAlreadySignedIn = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'ALREADY_SIGNED_IN'
