import { TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconSearch, IconX } from '@tabler/icons-react'
import { limits, type AccountId, type ChatId } from '@atrium/contract'
import {
  type KeyboardEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { findAsked } from '../../../entities/chats/chat-find.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { bringIntoView, clearHighlights, highlight, rowOf } from './find-highlights.ts'
import { findMatches, type Match } from './find-matches.ts'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import type { BranchStep } from '../../../entities/turns/turn-tree.ts'
import type { TurnsHandle } from '../transcript/turns.tsx'
import { useChatTexts } from './use-chat-texts.ts'
import styles from './find-bar.module.css'

type FindBarProps = {
  accountId: AccountId
  chatId: ChatId
  path: readonly BranchStep[]
  turns: RefObject<TurnsHandle | null>
  scroller: HTMLElement
  onClose: () => void
}

/** Searches the questions and answers of the visible branch, including those not rendered. */
export function FindBar({ accountId, chatId, path, turns, scroller, onClose }: FindBarProps) {
  const { t } = useTranslation(['longChat', 'common'])
  const { state, retry } = useChatTexts(accountId, chatId, path)
  const [text, setText] = useState('')
  const query = useDeferredValue(text.trim())
  // `state` reflects texts loaded since.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const matches = useMemo(() => findMatches(path, query), [path, query, state])
  const [chosen, setChosen] = useState(0)
  const at = Math.min(chosen, matches.length - 1)
  const match = matches[at] ?? null
  useShownMatch({ turns, scroller, query, match })

  const field = useRef<HTMLInputElement>(null)
  useEffect(() => findAsked.listen(() => field.current?.select()), [])

  const close = () => {
    const row = match && rowOf(scroller, match.turnId)
    onClose()
    if (row instanceof HTMLElement) row.focus({ preventScroll: true })
  }
  const step = (by: number) => {
    if (matches.length > 0) setChosen((at + by + matches.length) % matches.length)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    // On a button, Enter presses that button.
    if (event.key === 'Enter' && event.target === field.current) step(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const status =
    query === ''
      ? ''
      : matches.length > 0
        ? t('find.place', { index: at + 1, total: matches.length })
        : t(state === 'reading' ? 'find.reading' : 'find.none')
  // Beside what scrolls, not in it.
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes from each of its buttons
    <search className={styles.bar} aria-label={t('find.label')} onKeyDown={press}>
      <TextInput
        ref={field}
        className={styles.field}
        size="sm"
        autoFocus
        aria-label={t('find.field')}
        placeholder={t('find.field')}
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden="true" />}
        maxLength={limits.searchCharacters}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setChosen(0)
        }}
      />
      <span className={styles.status} role="status">
        {status}
      </span>
      {state === 'partly' && (
        <button type="button" className={styles.retry} onClick={retry}>
          {t('find.partly')} {t('common:action.tryAgain')}
        </button>
      )}
      <ToolButton
        label={t('find.previous')}
        icon={IconChevronUp}
        disabled={matches.length === 0}
        onClick={() => step(-1)}
      />
      <ToolButton
        label={t('find.next')}
        icon={IconChevronDown}
        disabled={matches.length === 0}
        onClick={() => step(1)}
      />
      <ToolButton label={t('find.close')} icon={IconX} onClick={close} />
    </search>,
    scroller.parentElement ?? document.body,
  )
}

/** Maximum frames to wait for a match to be rendered, and how often to scroll to its turn again. */
const maxTries = 180
const triesToReveal = 20

/** Highlights matches in rendered turns, and scrolls the current match into view once. */
function useShownMatch({
  turns,
  scroller,
  query,
  match,
}: Pick<FindBarProps, 'turns' | 'scroller'> & { query: string; match: Match | null }) {
  const shown = useRef('')
  const key = match === null ? '' : `${match.turnId} ${match.nth} ${query}`
  useEffect(() => {
    let frame = 0
    let stays = 0
    let tries = 0
    const mark = () => {
      frame = 0
      const range = highlight(scroller, query, match)
      if (match === null || shown.current === key || tries >= maxTries) return
      if (range === null) {
        // Turns that are loaded or measured meanwhile can interrupt a scroll.
        if (tries % triesToReveal === 0 && (tries > 0 || rowOf(scroller, match.turnId) === null))
          turns.current?.reveal(match.turnId)
        tries += 1
        return markSoon()
      }
      // Turns rendered on the way move it: it has arrived when it stays for some frames.
      stays = bringIntoView(scroller, range) ? stays + 1 : 0
      tries += 1
      if (stays >= 4) shown.current = key
      else markSoon()
    }
    const markSoon = () => {
      if (frame === 0) frame = requestAnimationFrame(mark)
    }
    const drawn = new MutationObserver(markSoon)
    drawn.observe(scroller, { childList: true, subtree: true, characterData: true })
    mark()
    return () => {
      drawn.disconnect()
      cancelAnimationFrame(frame)
    }
    // `key` identifies the match; a new object for the same one changes nothing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [scroller, query, key, turns])
  useEffect(() => clearHighlights, [])
}
