import type { AccountId } from '@atrium/contract'
import { type ApiSettings, call } from '@atrium/testkit/api-client.ts'

/** Returns what one person's requests need; signs the person in when necessary. */
export type SignedIn = () => Promise<ApiSettings>

type Who = { url: string; email: string; password: string; accountId: AccountId }

/** A token that expires within this time is not used. */
const spareMs = 60_000

export function signedIn({ url, email, password, accountId }: Who): SignedIn {
  let session: Promise<{ token: string; endsAt: number }> | null = null
  const signIn = async () => {
    const { data } = await call('signIn', { url }, { body: { email, password } })
    return { token: data.accessToken, endsAt: Date.parse(data.expiresAt) }
  }
  return async () => {
    session ??= signIn()
    const { token, endsAt } = await session
    if (endsAt - Date.now() > spareMs) return { url, token, accountId }
    session = null
    return await signedInAgain()
  }

  async function signedInAgain(): Promise<ApiSettings> {
    session ??= signIn()
    return { url, token: (await session).token, accountId }
  }
}
