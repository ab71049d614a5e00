import type { SearchServiceInput, WebSearchTest } from '@atrium/contract'
import { EgressRefusedError } from '../platform/egress/index.ts'
import { findHits, SearchFailure } from '../web-search/index.ts'
import { searchKeyFor, type SettingPorts } from './change-settings.ts'
import { searchServiceOf } from './search-service-of.ts'

const query = 'weather'
const maxMs = 15_000

/**
 * Searches once with the given service and stores nothing. A failure is one code of a list, without any text of the service, so that a
 * test cannot read what listens on internal networks.
 */
export async function testWebSearch(
  { settings }: Pick<SettingPorts, 'settings'>,
  input: SearchServiceInput,
): Promise<WebSearchTest> {
  const { key } = searchKeyFor(settings, settings.stored(), input)
  try {
    const hits = await findHits(searchServiceOf(input, key), query, AbortSignal.timeout(maxMs))
    return { outcome: 'answered', count: hits.length }
  } catch (error) {
    if (error instanceof EgressRefusedError) return { outcome: 'failed', problem: 'ADDRESS_NOT_ALLOWED' }
    return { outcome: 'failed', problem: error instanceof SearchFailure ? error.problem : 'TIMED_OUT' }
  }
}
