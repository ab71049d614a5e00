import { useState } from 'react'

type Outcome<Result> = { test: Result } | { failure: unknown }

/** Tries settings out before they are saved, and keeps the result until the settings change. */
export function useTrial<Result>() {
  const [outcome, setOutcome] = useState<Outcome<Result> | null>(null)
  const [isTesting, setTesting] = useState(false)
  /** `work` resolves to null if there is no result to show. */
  const run = async (work: () => Promise<Result | null>) => {
    setTesting(true)
    setOutcome(null)
    try {
      const test = await work()
      setOutcome(test === null ? null : { test })
    } catch (failure) {
      setOutcome({ failure })
    } finally {
      setTesting(false)
    }
  }
  return { outcome, isTesting, run, forget: () => setOutcome(null) }
}
