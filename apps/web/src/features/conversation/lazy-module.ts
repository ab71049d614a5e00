import { useEffect, useSyncExternalStore } from 'react'

type LazyModule<Module> = {
  /** The loaded module, undefined before; starts loading it when `wanted`. */
  use: (wanted?: boolean) => Module | undefined
}

/** A heavy part that loads when the first component wants it. A failed load is tried again by the next one. */
export function lazyModule<Module>(load: () => Promise<Module>): LazyModule<Module> {
  let loaded: Module | undefined
  let loading: Promise<void> | undefined
  const waiting = new Set<() => void>()
  const start = () => {
    loading ??= load().then(
      (module) => {
        loaded = module
        for (const notify of waiting) notify()
      },
      () => {
        loading = undefined
      },
    )
  }
  const subscribe = (notify: () => void) => {
    waiting.add(notify)
    return () => void waiting.delete(notify)
  }
  return {
    use(wanted = true) {
      const module = useSyncExternalStore(subscribe, () => loaded)
      useEffect(() => {
        if (wanted && !loaded) start()
      }, [wanted])
      return wanted ? module : undefined
    },
  }
}
