import type { Editor } from '@tiptap/core'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { type BlockCommand, blockCommands } from './commands.ts'
import styles from './editor.module.css'

type Typed = { query: string; from: number; to: number; top: number; start: number }

/** Handles a key while the menu is open; true when it did. */
export type SlashKeys = RefObject<((event: KeyboardEvent) => boolean) | null>

type SlashMenuProps = { editor: Editor; host: RefObject<HTMLElement | null>; keys: SlashKeys }

/** Blocks to insert, where a `/` begins a word. The focus stays in the text; the keyboard chooses. */
export function SlashMenu({ editor, host, keys }: SlashMenuProps) {
  const { t } = useTranslation('canvases')
  const id = useId()
  const [typed, setTyped] = useState<Typed | null>(null)
  const [index, setIndex] = useState(0)
  const dismissedAt = useRef<number | null>(null)
  useEffect(() => {
    const look = () => {
      const now =
        editor.isEditable && editor.isFocused ? typedIn(editor, host.current?.parentElement ?? null) : null
      if (now === null) dismissedAt.current = null
      setTyped(now !== null && now.from === dismissedAt.current ? null : now)
      setIndex(0)
    }
    const close = () => setTyped(null)
    editor.on('update', look)
    editor.on('selectionUpdate', look)
    editor.on('blur', close)
    return () => {
      editor.off('update', look)
      editor.off('selectionUpdate', look)
      editor.off('blur', close)
    }
  }, [editor, host])
  const wanted = typed?.query.toLocaleLowerCase() ?? ''
  const offered = typed
    ? blockCommands.filter(({ name, keywords }) =>
        `${t(`tool.${name}`)} ${name} ${keywords}`.toLocaleLowerCase().includes(wanted),
      )
    : []
  const choose = (command: BlockCommand) => {
    if (!typed) return
    editor.chain().focus().deleteRange({ from: typed.from, to: typed.to }).run()
    command.run(editor)
    setTyped(null)
  }
  useEffect(() => {
    keys.current =
      typed && offered.length > 0
        ? (event) => {
            const chosen = offered[index]
            if (event.key === 'ArrowDown') setIndex((index + 1) % offered.length)
            else if (event.key === 'ArrowUp') setIndex((index + offered.length - 1) % offered.length)
            else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) choose(chosen)
            else if (event.key === 'Escape') {
              dismissedAt.current = typed.from
              setTyped(null)
            } else return false
            return true
          }
        : null
  })
  useEffect(() => {
    const { dom } = editor.view
    if (typed && offered.length > 0) {
      dom.setAttribute('aria-controls', id)
      dom.setAttribute('aria-activedescendant', `${id}-${index}`)
    } else {
      dom.removeAttribute('aria-controls')
      dom.removeAttribute('aria-activedescendant')
    }
  })
  if (!typed || offered.length === 0) return null
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('slash.label')}
      className={styles.slash}
      style={{ insetBlockStart: typed.top, insetInlineStart: typed.start }}
    >
      {offered.map((command, place) => (
        <div
          key={command.name}
          id={`${id}-${place}`}
          role="option"
          aria-selected={place === index}
          className={styles.slashItem}
          ref={place === index ? scrollIntoView : undefined}
          onPointerDown={(event) => {
            event.preventDefault()
            choose(command)
          }}
        >
          <command.icon size={17} stroke={1.7} aria-hidden="true" />
          {t(`tool.${command.name}`)}
        </div>
      ))}
    </div>
  )
}

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** The text typed after a `/` at the start of a word before the cursor, and its position relative to the sheet around the text. */
function typedIn(editor: Editor, sheet: HTMLElement | null): Typed | null {
  const { empty, $from, from: to } = editor.state.selection
  if (!empty || sheet === null || $from.parent.type.name === 'codeBlock') return null
  const before = $from.parent.textBetween(
    Math.max(0, $from.parentOffset - 40),
    $from.parentOffset,
    undefined,
    '\uFFFC',
  )
  const query = /(?:^|\s)\/([\p{L}\p{N}]{0,20})$/u.exec(before)?.[1]
  if (query === undefined) return null
  const from = to - query.length - 1
  const at = editor.view.coordsAtPos(from)
  const frame = sheet.getBoundingClientRect()
  const isRightToLeft = getComputedStyle(sheet).direction === 'rtl'
  const start = isRightToLeft ? frame.right - at.right : at.left - frame.left
  return {
    query,
    from,
    to,
    top: at.bottom - frame.top + 4,
    start: Math.max(0, Math.min(start, frame.width - 240)),
  }
}
