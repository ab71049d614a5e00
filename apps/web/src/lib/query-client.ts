import { QueryClient } from '@tanstack/react-query'
import { session } from './api/api.ts'
import { ApiError, isAborted } from './api/api-error.ts'

const passing = new Set(['NO_ANSWER', 'TIMED_OUT', 'RATE_LIMITED', 'UNAVAILABLE', 'INTERNAL'])

/** Server data. Retries only temporary failures, and quickly: the screen then shows advice. */
export const queryClient = new QueryClient({
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

session.ended.listen(() => queryClient.clear())
