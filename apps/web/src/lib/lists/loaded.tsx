import { ListStates } from '@atrium/ui/lists/list-states.tsx'
import type { ReactNode } from 'react'
import { LoadFailure } from './load-failure.tsx'

type LoadedProps<Data> = {
  query: {
    data: Data | undefined
    isError: boolean
    error: unknown
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
  skeleton: ReactNode
  /** Title of the failure, whose reason and retry are shown below it. */ failed: string
  /** For a part of a page. */ compact?: boolean
  children: (data: Data) => ReactNode
}

/** The content of a query: its skeleton, its failure with a retry, or what its data show. */
export const Loaded = <Data,>({ query, skeleton, failed, compact, children }: LoadedProps<Data>) => (
  <ListStates
    query={query}
    skeleton={skeleton}
    failure={<LoadFailure title={failed} query={query} {...(compact && { compact })} />}
  >
    {children}
  </ListStates>
)
