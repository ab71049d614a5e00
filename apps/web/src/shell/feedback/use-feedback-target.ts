import { useEffect, useState } from 'react'
import { appConfig } from '../../lib/api/app-config.ts'

/** Where feedback goes: the URL of a form, else an email address. Both null if none is configured, or not loaded yet. */
export type FeedbackTarget = { formUrl: string | null; email: string | null }

/** The configured target of feedback. */
export function useFeedbackTarget(): FeedbackTarget {
  const [target, setTarget] = useState<FeedbackTarget>({ formUrl: null, email: null })
  useEffect(() => {
    void appConfig().then((config) =>
      setTarget({ formUrl: config?.feedbackFormUrl ?? null, email: config?.supportEmail ?? null }),
    )
  }, [])
  return target
}
