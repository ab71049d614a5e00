import { contract, type Endpoint } from '@atrium/contract'

/**
 * Path parameters with secret values, which could be used by anybody who reads the log. A test checks every parameter of the
 * contract against this list.
 */
export const secretParameters: readonly string[] = ['token']

const removed = '[removed]'

/** The prefix of a secret in an endpoint's path, as in `/public-invite/join/`. */
const secretPlaces = Object.values<Endpoint>(contract).flatMap(({ path }) =>
  secretParameters
    .filter((name) => path.split('/').includes(`:${name}`))
    .map((name) => path.slice(0, path.indexOf(`/:${name}`)).toLowerCase()),
)

/** A segment as long and random as our secrets; ids, which begin with their kind, are not. */
const looksSecret = (segment: string) =>
  /^[\w-]{32,}$/.test(segment) &&
  !/^[a-z]+(-[a-z]+)*_/.test(segment) &&
  !/^[\da-f]{8}(-[\da-f]{4}){3}-/.test(segment)

/**
 * Returns a request's path for the log: decoded except for control characters, without query and secrets. Based on the path, not
 * on the matched route, so that pages, wrong methods and extra slashes are covered.
 */
export function loggablePath(url: string): string {
  const segments = decoded(url.split(/[?#]/)[0] ?? '').split('/')
  let before = ''
  return segments
    .map((segment) => {
      const isSecret =
        segment !== '' && (secretPlaces.some((place) => before.endsWith(place)) || looksSecret(segment))
      if (segment !== '') before += `/${segment.toLowerCase()}`
      return isSecret ? removed : visible(segment)
    })
    .join('/')
}

/** Line ends, escapes and bidi controls stay encoded: nobody can forge log lines. */
const visible = (segment: string) => segment.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, encodeURIComponent)

/** Decodes repeatedly: a slash may be hidden behind two encodings. */
function decoded(path: string, times = 3): string {
  try {
    const plain = decodeURIComponent(path)
    return plain === path || times === 0 ? plain : decoded(plain, times - 1)
  } catch {
    return path
  }
}
