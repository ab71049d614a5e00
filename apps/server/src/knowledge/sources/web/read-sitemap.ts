import { isWebAddress, limits } from '@atrium/contract'
import { Parser } from 'htmlparser2'
import type { FetchAddress } from './address-fetcher.ts'
import { FetchFailure } from './fetch-failure.ts'

const accept = 'application/xml,text/xml;q=0.9,*/*;q=0.5'
/** Maximum sitemaps of an index, and their nesting. */
const deepest = 20
const most = { sitemaps: 50, depth: 3 }

/**
 * Returns the page addresses of a sitemap, or of the sitemaps in an index (sitemaps.org), in order: each once, only of the
 * sitemap's own host, up to a maximum. Skips unavailable sitemaps of an index. Throws `FetchFailure`: NOT_A_SITEMAP for anything
 * else, 'gone' when there is nothing.
 */
export async function readSitemap(
  fetchAddress: FetchAddress,
  { url, maxPages, signal }: { url: string; maxPages: number; signal: AbortSignal },
): Promise<string[] | 'gone'> {
  const found = new Set<string>()
  const seen = new Set([url])
  const hosts = new Set([new URL(url).host])
  const waiting = [{ url, depth: 0 }]
  for (const { url: address, depth } of waiting) {
    const isFirst = address === url
    const fetched = await fetchAddress(address, { accept, signal }).catch((error: unknown) => {
      if (isFirst || !(error instanceof FetchFailure)) throw error
      return null
    })
    if (isFirst && fetched?.type === 'gone') return 'gone'
    if (fetched?.type !== 'content') continue
    // A site may redirect to its preferred host name.
    if (isFirst) hosts.add(new URL(fetched.url).host)
    const { pages, sitemaps } = addressesIn(fetched.bytes.toString('utf8'))
    if (isFirst && pages.length + sitemaps.length === 0) throw new FetchFailure('NOT_A_SITEMAP')
    for (const page of ofHosts(pages, hosts)) if (found.size < maxPages) found.add(page)
    if (found.size >= maxPages || depth === most.depth) continue
    for (const next of ofHosts(sitemaps, hosts))
      if (!seen.has(next) && seen.size <= most.sitemaps) {
        seen.add(next)
        waiting.push({ url: next, depth: depth + 1 })
      }
  }
  return [...found]
}

/** The addresses of allowed hosts, without fragments. */
function ofHosts(addresses: readonly string[], hosts: ReadonlySet<string>): string[] {
  return addresses.filter(isWebAddress).flatMap((address) => {
    const url = new URL(address)
    url.hash = ''
    return hosts.has(url.host) && url.href.length <= limits.sourceUrlCharacters ? [url.href] : []
  })
}

/** The texts of `loc` below `url` and `sitemap`; expands no declared entities. */
function addressesIn(xml: string): { pages: string[]; sitemaps: string[] } {
  const found = { pages: [] as string[], sitemaps: [] as string[] }
  const open: string[] = []
  let text = ''
  const parser = new Parser(
    {
      onopentag(name) {
        open.push(name.replace(/^.*:/, ''))
        text = ''
        if (open.length > deepest) throw new FetchFailure('NOT_A_SITEMAP')
      },
      ontext: (more) => void (text += more),
      onclosetag() {
        const [name, parent] = [open.pop(), open.at(-1)]
        if (name !== 'loc') return
        if (parent === 'url') found.pages.push(text.trim())
        if (parent === 'sitemap') found.sitemaps.push(text.trim())
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  return found
}
