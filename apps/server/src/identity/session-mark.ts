const sessionCookie = /^(?:__Secure-)?atrium\.session_token=/
const kept = /^(?:Max-Age=|Expires=|SameSite=|Secure$)/i

/**
 * Puts a mark beside a session's cookie that scripts of the site can read. It says that there is a session and nothing
 * more, comes and goes with it, and spares strangers' pages the question. Nothing is ever decided by it here.
 */
export const withMark = (setCookies: string[]): string[] =>
  setCookies.flatMap((line) => (sessionCookie.test(line) ? [line, markBeside(line)] : [line]))

function markBeside(line: string): string {
  const attributes = line.split(/;\s*/).slice(1)
  const value = attributes.some((attribute) => /^Max-Age=0$/i.test(attribute)) ? '' : '1'
  return [`atrium.signed-in=${value}`, 'Path=/', ...attributes.filter((one) => kept.test(one))].join('; ')
}
