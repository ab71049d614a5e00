const sessionCookie = /^(?:__Secure-)?atrium\.session_token=/
const kept = /^(?:Max-Age=|Expires=|SameSite=|Secure$)/i

/**
 * Sets a cookie beside a session's that the site's scripts can read. It says only that there is a session, and spares visitors'
 * pages a request. The server never relies on it.
 */
export const withMark = (setCookies: string[]): string[] =>
  setCookies.flatMap((line) => (sessionCookie.test(line) ? [line, markBeside(line)] : [line]))

function markBeside(line: string): string {
  const attributes = line.split(/;\s*/).slice(1)
  const value = attributes.some((attribute) => /^Max-Age=0$/i.test(attribute)) ? '' : '1'
  return [`atrium.signed-in=${value}`, 'Path=/', ...attributes.filter((one) => kept.test(one))].join('; ')
}
