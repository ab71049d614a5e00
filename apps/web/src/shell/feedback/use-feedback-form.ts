import { useEffect, useState } from 'react'
import { appConfig } from '../../lib/api/app-config.ts'

/** The URL of the feedback form; null if none is configured, or not loaded yet. */
export function useFeedbackForm(): string | null {
  const [formUrl, setFormUrl] = useState<string | null>(null)
  useEffect(() => {
    void appConfig().then((config) => setFormUrl(config?.feedbackFormUrl ?? null))
  }, [])
  return formUrl
}
