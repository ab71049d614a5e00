import type { Response } from 'undici'
import { FetchFailure } from './fetch-failure.ts'
import { leadsTo } from './leads-to.ts'
import { allowsPath, parseRobots, type RobotsRules } from './robots-rules.ts'
import { readBody } from './read-body.ts'

const known = { forMs: 10 * 60_000, most: 500 }
/** As much of a robots.txt as is read (RFC 9309, 2.5), and how many addresses may lead to it (2.3.1.2). */
const largestBytes = 512 * 1024
const mostRedirects = 5

const everything: RobotsRules = []

/**
 * Whether sites let themselves be fetched, by their robots.txt (RFC 9309): one that there is none of, or none to be had, allows
 * everything; one that cannot be reached, or whose server is in trouble, nothing for now: a `FetchFailure` that may pass.
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
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const response = await fetchOnce(target, signal)
      const next = await leadsTo(response, target)
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
      // What is no address of the web is refused where it is fetched.
      if (protocol !== 'http:' && protocol !== 'https:') return true
      return allowsPath(await rulesOf(origin, signal), pathname + search)
    },
  }
}

/** One that is longer than what is read is none that can be kept to: then nothing is fetched. */
async function rulesIn(response: Response): Promise<RobotsRules> {
  const bytes = await readBody(response, largestBytes)
  if (bytes === null) return [{ allows: false, pattern: '/' }]
  return parseRobots(bytes.toString('utf8'))
}
