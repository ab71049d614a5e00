import { useEffect, useState } from 'react'
import { appConfig } from '../../lib/api/app-config.ts'

/** The address of the feedback form; null when none is configured, or not known yet. */
export function useFeedbackForm(): string | null {
  const [formUrl, setFormUrl] = useState<string | null>(null)
  useEffect(() => {
    void appConfig().then((config) => setFormUrl(config?.feedbackFormUrl ?? null))
  }, [])
  return formUrl
}
