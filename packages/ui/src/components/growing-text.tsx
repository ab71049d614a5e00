import { useLayoutEffect, useRef, type ClipboardEvent, type KeyboardEvent, type Ref } from 'react'
import styles from './growing-text.module.css'

type GrowingTextProps = {
  label: string
  text: string
  onChange: (text: string) => void
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  onPaste?: ((event: ClipboardEvent<HTMLTextAreaElement>) => void) | undefined
  placeholder?: string | undefined
  autoFocus?: boolean | undefined
  describedBy?: string | undefined
  inputRef?: Ref<HTMLTextAreaElement>
  /** Called when the caret moves, except by an input method. */
  onFollow?: (area: HTMLTextAreaElement) => void
  onBlur?: () => void
  /** The list of suggestions that the field's keys move through, while there is one. */
  suggestions?: { listId: string; activeId: string | undefined } | null
}

const growsByItself = () => CSS.supports('field-sizing', 'content')

/** People who opened a dialog during loading keep typing there. */
const isBehindDialog = (area: HTMLElement) =>
  [...document.querySelectorAll('[aria-modal="true"]')].some((dialog) => !dialog.contains(area))

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
  onFollow,
  onBlur,
  suggestions = null,
}: GrowingTextProps) {
  const own = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const area = own.current
    if (area === null || growsByItself()) return
    area.style.blockSize = 'auto'
    area.style.blockSize = `${area.scrollHeight}px`
  }, [text])
  useLayoutEffect(() => {
    const area = own.current
    if (!autoFocus || area === null || isBehindDialog(area)) return
    area.focus()
    area.setSelectionRange(area.value.length, area.value.length)
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
      {...(suggestions && {
        'aria-autocomplete': 'list',
        'aria-haspopup': 'listbox',
        'aria-controls': suggestions.listId,
        'aria-activedescendant': suggestions.activeId,
      })}
      placeholder={placeholder}
      rows={1}
      dir="auto"
      value={text}
      onChange={(event) => {
        onChange(event.currentTarget.value)
        if (!isComposing(event.nativeEvent)) onFollow?.(event.currentTarget)
      }}
      onSelect={(event) => {
        if (!isComposing(event.nativeEvent)) onFollow?.(event.currentTarget)
      }}
      onCompositionEnd={(event) => onFollow?.(event.currentTarget)}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  )
}

const isComposing = (event: Event) => 'isComposing' in event && event.isComposing === true

/** A key press for the composer's rules: React leaves some of it on the native event. */
export const keyPress = ({ key, shiftKey, altKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent) => ({
  key,
  shiftKey,
  altKey,
  ctrlKey,
  metaKey,
  isComposing: nativeEvent.isComposing,
  keyCode: nativeEvent.keyCode,
})
