const longest = 2048

/**
 * Where to go after sign-in: the given path and query when it is one of this site, else `/`.
 * No scheme, no host, no `//`, no backslash, no control character, plain or percent-encoded any number of times (AUTH-02).
 */
export function safeReturnTo(wanted: unknown, origin: string = location.origin): string {
  if (typeof wanted !== 'string' || wanted.length > longest) return '/'
  return isOwnPath(wanted, origin) && !leadsToSignIn(wanted) ? wanted : '/'
}

function isOwnPath(wanted: string, origin: string): boolean {
  if (!wanted.startsWith('/')) return false
  const path = wanted.split(/[?#]/, 1)[0] ?? ''
  for (let spelling = path, previous = ''; spelling !== previous;) {
    if (/^\/[\s/\\]|[\\\p{Cc}]|\/\/|^\/+[a-z][a-z\d+.-]*:/iu.test(spelling)) return false
    previous = spelling
    spelling = decoded(spelling)
  }
  if (/[\p{Cc}\\]/u.test(wanted)) return false
  try {
    return new URL(wanted, origin).origin === origin
  } catch {
    return false
  }
}

/** Undoes one round of percent-encoding; a broken sequence counts as a way to hide something. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '//'
  }
}

const leadsToSignIn = (path: string) => /^\/auth(\/|$|\?)/.test(path)
