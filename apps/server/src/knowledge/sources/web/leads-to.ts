import type { Response } from 'undici'
import { FetchFailure } from './fetch-failure.ts'

/** Where a reply leads on to, having let go of it; null when it is the last one. */
export async function leadsTo(response: Response, from: string): Promise<string | null> {
  const location = response.headers.get('location')
  if (response.status < 300 || response.status > 399 || location === null) return null
  await response.body?.cancel()
  if (!URL.canParse(location, from)) throw new FetchFailure('UNREACHABLE')
  const next = new URL(location, from)
  next.hash = ''
  return next.href
}
