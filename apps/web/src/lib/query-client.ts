import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  notifyManager,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { session } from './api/api.ts'
import { ApiError, isAborted } from './api/api-error.ts'

const passing = new Set(['NO_ANSWER', 'TIMED_OUT', 'RATE_LIMITED', 'UNAVAILABLE', 'INTERNAL'])

/**
 * Invalidation also covers what is being loaded for the first time. The library lets such a load end and takes it as fresh, although
 * the server may have read it before the change.
 */
class ThoroughQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const firstLoads = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
    await super.invalidateQueries(filters, options)
    const reload = async ({ queryKey, promise }: (typeof firstLoads)[number]) => {
      await promise?.catch(() => undefined)
      await super.invalidateQueries({ queryKey, exact: true })
    }
    await Promise.all(firstLoads.map(reload))
  }
}

/** Server data. Retries only temporary failures, and quickly: the screen then shows advice. */
export const queryClient = new ThoroughQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) =>
        failures < 2 && !isAborted(error) && (!(error instanceof ApiError) || passing.has(error.code)),
      retryDelay: (failures) => 400 * 2 ** failures,
      refetchOnWindowFocus: true,
      // Browsers are often wrong about the connection, and a paused query waits silently: send the request anyway and report its result.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// Screens show a change before the browser paints again. By default they would a task later: a checkbox would jump back for a moment.
notifyManager.setScheduler(queueMicrotask)

session.ended.listen(() => queryClient.clear())
