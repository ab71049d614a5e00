import type { SignInProviderId } from '@atrium/contract'
import { type Answer, cookieOf, type IdentityWorld } from '../identity-for-tests.ts'

export type Sent = Record<string, string>

/** One sign-in as a browser goes through it: the reply to its start, and the cookies it then holds. */
export type PendingVisit = {
  url: URL
  state: string
  nonce: string
  cookie: string
  provider: SignInProviderId
}

export async function begin(
  world: IdentityWorld,
  provider: SignInProviderId = 'pool',
): Promise<PendingVisit> {
  const answer = await world.auth('openid/begin', { provider })
  const { authorizationUrl, state } = answer.body.data as unknown as Sent
  if (!authorizationUrl || !state)
    throw new Error(`The sign-in did not start: ${answer.status} ${answer.body.code}`)
  const url = new URL(authorizationUrl)
  const nonce = url.searchParams.get('nonce') ?? ''
  return { url, state, nonce, cookie: cookieOf(answer.setCookies), provider }
}

/** Visits the provider as a browser would and chooses a person there, or cancels; returns the parameters of the redirect. */
export async function visit({ url }: Pick<PendingVisit, 'url'>, subject: string | null): Promise<Sent> {
  const cookies = new Map<string, string>()
  const ask = async (address: URL, form?: URLSearchParams): Promise<Response> => {
    const reply = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    })
    for (const line of reply.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return reply
  }
  let at = url
  let reply = await ask(at)
  for (let steps = 0; steps < 10; steps++) {
    const location = reply.headers.get('location')
    if (location === null) {
      if (reply.status !== 200)
        throw new Error(`The provider answered ${reply.status}: ${await reply.text()}`)
      reply = await ask(at, new URLSearchParams(subject === null ? { refused: 'yes' } : { subject }))
      continue
    }
    at = new URL(location, at)
    if (at.pathname.startsWith('/auth/validate')) return Object.fromEntries(at.searchParams)
    reply = await ask(at)
  }
  throw new Error('The provider did not redirect.')
}

/** Sends the provider's parameters, as the page does to which it redirects. */
export function complete(
  world: IdentityWorld,
  { provider, state, cookie }: Pick<PendingVisit, 'provider' | 'state' | 'cookie'>,
  { code, iss, error, error_description }: Sent,
  more: object = {},
): Promise<Answer> {
  const body = {
    provider,
    state,
    ...(code && { code }),
    ...(iss && { iss }),
    ...(error && { error }),
    ...(error_description && { errorDescription: error_description }),
    ...more,
  }
  return world.auth('openid/complete', body, { cookie })
}

/** The whole sign-in: starts, visits the provider as that person, completes. */
export async function signInAs(
  world: IdentityWorld,
  subject: string,
  provider: SignInProviderId = 'pool',
  more: object = {},
): Promise<Answer> {
  const pending = await begin(world, provider)
  return complete(world, pending, await visit(pending, subject), more)
}
