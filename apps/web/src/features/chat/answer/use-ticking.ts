import { useEffect, useState } from 'react'

/** The time of `Date.now()`, read again every second while `isTicking`. */
export function useTicking(isTicking: boolean): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    if (!isTicking) return
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isTicking])
  return nowMs
}
