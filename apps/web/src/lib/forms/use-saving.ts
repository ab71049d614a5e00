import { useState } from 'react'
import { errorText } from '../text/error-text.ts'

/** Runs a dialog's change, then closes the dialog, or keeps it open with the reason of the failure. */
export function useSaving(onClose: () => void) {
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const save = async (work: () => Promise<unknown>) => {
    setSaving(true)
    setError(null)
    try {
      await work()
      onClose()
    } catch (failure) {
      setError(errorText(failure))
      setSaving(false)
    }
  }
  return { isSaving, error, save }
}
