/** The code of an error, which says nothing about people; its message might. */
export function errorCodeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : 'INTERNAL'
}
