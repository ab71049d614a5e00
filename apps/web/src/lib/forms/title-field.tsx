import { TextInput } from '@mantine/core'
import { useState } from 'react'

type TitleFieldProps = {
  label: string
  title: string
  maxLength: number
  className?: string | undefined
  /** Called with the title, without spaces around it; with the unchanged one after Escape. */
  onDone: (title: string) => void
}

/** Edits a title in place: Enter or leaving the field saves it, Escape doesn't. */
export function TitleField({ label, title, maxLength, className, onDone }: TitleFieldProps) {
  const [changed, setChanged] = useState(title)
  return (
    <TextInput
      className={className}
      size="sm"
      aria-label={label}
      autoFocus
      maxLength={maxLength}
      value={changed}
      onChange={(event) => setChanged(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => onDone(changed.trim())}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') onDone(changed.trim())
        if (event.key === 'Escape') onDone(title)
      }}
    />
  )
}
