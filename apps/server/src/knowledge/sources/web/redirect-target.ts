import type { Response } from 'undici'
import { FetchFailure } from './fetch-failure.ts'

/** Returns the target of a redirect, after discarding the reply; null for any other reply. */
export async function redirectTargetOf(response: Response, from: string): Promise<string | null> {
  const location = response.headers.get('location')
  if (response.status < 300 || response.status > 399 || location === null) return null
  await response.body?.cancel()
  if (!URL.canParse(location, from)) throw new FetchFailure('UNREACHABLE')
  const next = new URL(location, from)
  next.hash = ''
  return next.href
}
