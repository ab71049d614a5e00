import { type FormEvent, useRef, useState } from 'react'
import { isAborted } from '../api/api-error.ts'

export type Problems<Field extends string> = Partial<Record<Field, string>>

/**
 * Submits a form: validates and focuses the first invalid field, sends once however often it is clicked, and keeps the failure.
 * `send` may return problems that only the server could find.
 */
export function useSubmit<Field extends string>(
  check: () => Problems<Field>,
  send: () => Promise<Problems<Field> | void>,
) {
  const [isSending, setSending] = useState(false)
  const [problems, setProblems] = useState<Problems<Field>>({})
  const [failure, setFailure] = useState<unknown>(null)
  const form = useRef<HTMLFormElement>(null)

  const show = (found: Problems<Field>) => {
    setProblems(found)
    const [first] = Object.keys(found)
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    return first !== undefined
  }

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault()
    if (isSending) return
    setFailure(null)
    if (show(check())) return
    setSending(true)
    try {
      show((await send()) ?? {})
    } catch (error) {
      if (!isAborted(error)) setFailure(error)
    } finally {
      setSending(false)
    }
  }

  const forget = (field: Field) => {
    if (problems[field]) setProblems((known) => ({ ...known, [field]: undefined }))
  }
  /** Shows problems found before submitting. */
  const refuse = (found: Problems<Field>) => setProblems(found)
  return { form, submit, isSending, problems, forget, refuse, failure }
}
