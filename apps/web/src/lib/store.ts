import { useSyncExternalStore } from 'react'

/** A value outside React that components follow with `useStore`. */
export function createStore<Value>(initial: Value) {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next: Value) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type Store<Value> = ReturnType<typeof createStore<Value>>

export const useStore = <Value>(store: Store<Value>): Value =>
  useSyncExternalStore(store.subscribe, store.get)

/** An event and its listeners. */
export function createEvent<Detail = void>() {
  const listeners = new Set<(detail: Detail) => void>()
  return {
    emit(detail: Detail) {
      for (const listener of listeners) listener(detail)
    },
    listen(listener: (detail: Detail) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
