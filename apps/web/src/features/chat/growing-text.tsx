import { useLayoutEffect, useRef, type ClipboardEvent, type KeyboardEvent, type Ref } from 'react'
import styles from './composer.module.css'

type GrowingTextProps = {
  label: string
  text: string
  onChange: (text: string) => void
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  onPaste?: (event: ClipboardEvent<HTMLTextAreaElement>) => void
  placeholder?: string
  autoFocus?: boolean
  describedBy?: string
  inputRef?: Ref<HTMLTextAreaElement>
}

const growsByItself = () => CSS.supports('field-sizing', 'content')

/** A text field that is as high as its text, up to a limit. */
export function GrowingText({
  label,
  text,
  onChange,
  onKeyDown,
  onPaste,
  placeholder,
  autoFocus,
  describedBy,
  inputRef,
}: GrowingTextProps) {
  const own = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const area = own.current
    if (area === null || growsByItself()) return
    area.style.blockSize = 'auto'
    area.style.blockSize = `${area.scrollHeight}px`
  }, [text])
  useLayoutEffect(() => {
    if (!autoFocus) return
    own.current?.focus()
    own.current?.setSelectionRange(own.current.value.length, own.current.value.length)
  }, [autoFocus])
  return (
    <textarea
      ref={(area) => {
        own.current = area
        if (typeof inputRef === 'function') inputRef(area)
        else if (inputRef) inputRef.current = area
      }}
      className={styles.text}
      aria-label={label}
      aria-describedby={describedBy}
      placeholder={placeholder}
      rows={1}
      dir="auto"
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  )
}

/** The press of a key as the composer's rules read it: React keeps some of it on the native event. */
export const keyPress = ({ key, shiftKey, altKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent) => ({
  key,
  shiftKey,
  altKey,
  ctrlKey,
  metaKey,
  isComposing: nativeEvent.isComposing,
  keyCode: nativeEvent.keyCode,
})
