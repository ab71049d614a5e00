/** Returns a conformance file beside the project (served by the tests' server), or undefined in a plain clone. */
export async function fixture(path: string): Promise<string | undefined> {
  const reply = await fetch(`/${path}`)
  const found = reply.ok && !reply.headers.get('content-type')?.includes('text/html')
  if (found) return reply.text()
  console.warn(`Skipped: the shared fixture ${path} is not beside this checkout`)
  return undefined
}
