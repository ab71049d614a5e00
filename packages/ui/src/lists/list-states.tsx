import type { ReactNode } from 'react'

type Loading<Data> = { data: Data | undefined; isError: boolean }

type ListStatesProps<Data> = {
  query: Loading<Data>
  /** Shown while nothing has loaded. */ skeleton: ReactNode
  /** Shown when nothing could be loaded. */ failure: ReactNode
  children: (data: Data) => ReactNode
}

/** A list in one of its states: loading, failed, or loaded. Loaded data stays when a later reload fails. */
export function ListStates<Data>({ query, skeleton, failure, children }: ListStatesProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  return query.isError ? failure : skeleton
}
