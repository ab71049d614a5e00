import type { Response } from 'undici'
import { FetchFailure } from './fetch-failure.ts'
import { redirectTargetOf } from './redirect-target.ts'
import { allowsPath, parseRobots, type RobotsRules } from './robots-rules.ts'
import { readBody } from './read-body.ts'

const known = { forMs: 10 * 60_000, most: 500 }
/** Maximum bytes of a robots.txt (RFC 9309, 2.5), and maximum redirects to it (2.3.1.2). */
const maxBytes = 512 * 1024
const maxRedirects = 5

const everything: RobotsRules = []

/**
 * Checks sites' robots.txt (RFC 9309): a missing one allows everything; an unreachable or failing server nothing for now: a
 * transient `FetchFailure`.
 */
export function createRobots(fetchOnce: (url: string, signal: AbortSignal) => Promise<Response>) {
  const sites = new Map<string, { rules: RobotsRules; untilMs: number }>()

  async function rulesOf(origin: string, signal: AbortSignal): Promise<RobotsRules> {
    const site = sites.get(origin)
    if (site && site.untilMs > performance.now()) return site.rules
    const rules = await readRules(`${origin}/robots.txt`, signal)
    sites.delete(origin)
    sites.set(origin, { rules, untilMs: performance.now() + known.forMs })
    const [oldest] = sites.keys()
    if (sites.size > known.most && oldest !== undefined) sites.delete(oldest)
    return rules
  }

  async function readRules(url: string, signal: AbortSignal): Promise<RobotsRules> {
    let target = url
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const response = await fetchOnce(target, signal)
      const next = await redirectTargetOf(response, target)
      if (next !== null) {
        target = next
        continue
      }
      if (response.status === 200) return await rulesIn(response)
      await response.body?.cancel()
      if (response.status === 429 || response.status >= 500)
        throw new FetchFailure('SERVER_TROUBLE', { mayPass: true })
      return everything
    }
    return everything
  }

  return {
    async allows(address: string, signal: AbortSignal): Promise<boolean> {
      const { protocol, origin, pathname, search } = new URL(address)
      // Fetching refuses anything but web addresses.
      if (protocol !== 'http:' && protocol !== 'https:') return true
      return allowsPath(await rulesOf(origin, signal), pathname + search)
    },
  }
}

/** A robots.txt above the maximum can't be followed: then nothing is fetched. */
async function rulesIn(response: Response): Promise<RobotsRules> {
  const bytes = await readBody(response, maxBytes)
  if (bytes === null) return [{ allows: false, pattern: '/' }]
  return parseRobots(bytes.toString('utf8'))
}
