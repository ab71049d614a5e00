import { limits, type Mention, type PromptHit } from '@atrium/contract'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { GrowingText, keyPress } from '@atrium/ui/components/growing-text.tsx'
import type { AskedBase } from '../../entities/files/asked-bases.ts'
import {
  insertMention,
  type MentioningText,
  moveMentions,
  type Named,
} from '../../entities/turns/mention-text.ts'
import type { ComposerAction } from '../../entities/turns/suggestion.ts'
import type { MenuHandle, ShownMenu } from './suggestion-menu.tsx'
import { triggerAt } from './typed-trigger.ts'
import type { MentionPlace } from './use-mention-suggestions.ts'
import styles from './composing.module.css'

const SuggestionMenu = lazy(() =>
  import('./suggestion-menu.tsx').then((module) => ({ default: module.SuggestionMenu })),
)

type QuestionFieldProps = {
  question: MentioningText
  onChange: (question: MentioningText) => void
  place: MentionPlace
  /** The actions that a leading `/` offers. */
  actions?: readonly ComposerAction[]
  /** Adds a knowledge base selected after an `@`, which then is not part of the text. */
  onBase?: ((base: AskedBase) => void) | undefined
  /** Uses a template selected after a `/` or an `@`, to be inserted at a position of the text without what was typed to find it. */
  onTemplate?: ((hit: PromptHit, at: number) => void) | undefined
  /** Searches and shows less where space is limited. */
  isCompact?: boolean
  label: string
  placeholder?: string
  describedBy?: string
  autoFocus?: boolean
  /** Receives the keys that no suggestion list handled. */
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  onPaste?: (event: ClipboardEvent<HTMLTextAreaElement>) => void
  inputRef?: RefObject<HTMLTextAreaElement | null>
}

/** The question field: grows with its text, and suggests mentions after an `@` and actions after a `/`. */
export function QuestionField({
  question,
  onChange,
  place,
  actions = [],
  onBase,
  onTemplate,
  isCompact = false,
  onKeyDown,
  inputRef,
  ...field
}: QuestionFieldProps) {
  const own = useRef<HTMLTextAreaElement>(null)
  const input = inputRef ?? own
  const menu = useRef<MenuHandle>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const [leftAt, setLeftAt] = useState<number | null>(null)
  const [shown, setShown] = useState<ShownMenu | null>(null)
  const { text, mentions } = question
  const most = isCompact ? limits.mentionSearchCharactersCompact : limits.mentionSearchCharacters
  const typed =
    caret === null
      ? null
      : triggerAt(text, caret, { mentions, most, hasActions: actions.length > 0 || onTemplate !== undefined })
  const trigger = typed !== null && typed.start !== leftAt ? typed : null
  const caretToBe = useRef<number | null>(null)
  useLayoutEffect(() => {
    const to = caretToBe.current
    if (to === null) return
    caretToBe.current = null
    input.current?.setSelectionRange(to, to)
    input.current?.focus()
  }, [text, input])

  /** Stores the position of the caret; null with a selection or without focus. */
  const follow = (area: HTMLTextAreaElement) => {
    const isPoint = area.selectionStart === area.selectionEnd && document.activeElement === area
    const at = isPoint ? area.selectionStart : null
    setCaret(at)
    if (at === null || triggerAt(area.value, at, { mentions, most, hasActions: true }) === null)
      setLeftAt(null)
  }
  const mention = (named: Named, name: string) => {
    if (typed === null || caret === null) return
    const put = insertMention(question, { from: typed.start, to: caret }, named, name)
    caretToBe.current = put.caret
    setCaret(put.caret)
    onChange({ text: put.text, mentions: put.mentions })
  }
  const askBase = (base: AskedBase) => {
    if (typed === null || caret === null) return
    const rest = text.slice(0, typed.start) + text.slice(caret).replace(/^ /, '')
    caretToBe.current = typed.start
    setCaret(typed.start)
    onChange({ text: rest, mentions: moveMentions(mentions, text, rest) })
    onBase?.(base)
  }
  const applyTemplate = (hit: PromptHit) => {
    if (typed === null || caret === null) return
    const rest = text.slice(0, typed.start) + text.slice(caret)
    setCaret(null)
    onChange({ text: rest, mentions: moveMentions(mentions, text, rest) })
    onTemplate?.(hit, typed.start)
  }
  const act = (action: ComposerAction) => {
    const rest = text.slice(caret ?? 0).replace(/^ /, '')
    setCaret(null)
    onChange({ text: rest, mentions: moveMentions(mentions, text, rest) })
    action.run()
  }
  const close = useCallback(() => setLeftAt(typed?.start ?? null), [typed?.start])
  return (
    <div className={styles.field}>
      {mentions.length > 0 && <Marks text={text} mentions={mentions} input={input} />}
      <GrowingText
        {...field}
        inputRef={input}
        text={text}
        onChange={(changed) => onChange({ text: changed, mentions: moveMentions(mentions, text, changed) })}
        onFollow={follow}
        suggestions={trigger === null ? null : shown}
        onBlur={() => setCaret(null)}
        onKeyDown={(event) => {
          const { isComposing, keyCode } = keyPress(event)
          const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
          const isWritten = isComposing || keyCode === 229
          if (trigger !== null && isPlain && !isWritten && menu.current?.press(event.key)) {
            event.preventDefault()
            event.stopPropagation()
          } else onKeyDown(event)
        }}
      />
      {trigger !== null && (
        <Suspense>
          <SuggestionMenu
            ref={menu}
            trigger={trigger}
            place={place}
            actions={actions}
            isCompact={isCompact}
            onMention={mention}
            onBase={onBase && askBase}
            onTemplate={onTemplate && applyTemplate}
            onAction={act}
            onClose={close}
            onShown={setShown}
          />
        </Suspense>
      )}
    </div>
  )
}

type MarksProps = MentioningText & {
  mentions: readonly Mention[]
  input: RefObject<HTMLTextAreaElement | null>
}

/** A transparent copy of the text behind the field, with a mark behind each mention. */
function Marks({ text, mentions, input }: MarksProps) {
  const marks = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const area = input.current
    if (area === null) return
    const follow = () => marks.current?.scrollTo({ top: area.scrollTop })
    follow()
    area.addEventListener('scroll', follow)
    return () => area.removeEventListener('scroll', follow)
  }, [input, text])
  const ends = mentions.map(({ start, length }) => start + length)
  return (
    <div ref={marks} className={styles.marks} dir="auto" aria-hidden="true">
      {mentions.map(({ start, length }, index) => (
        <span key={`${start} ${length}`}>
          {text.slice(ends[index - 1] ?? 0, start)}
          <mark className={styles.mark}>{text.slice(start, start + length)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1) ?? 0)}
      {'\n'}
    </div>
  )
}
