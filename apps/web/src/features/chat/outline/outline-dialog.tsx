import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { limits, type TurnId } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useId, useState, type KeyboardEvent } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { findQuestions } from './find-questions.ts'
import type { BranchStep } from '../../../entities/turns/turn-tree.ts'
import styles from './outline.module.css'

type OutlineDialogProps = {
  path: readonly BranchStep[]
  /** The turn that is read now. */
  currentTurnId: TurnId | null
  onClose: () => void
  onJump: (turnId: TurnId) => void
}

/** Height of an entry in pixels; fixed by CSS. */
const entryHeight = 44

/** The questions of the branch, to search and to go to, also by keyboard. */
export function OutlineDialog({ path, currentTurnId, onClose, onJump }: OutlineDialogProps) {
  const { t } = useTranslation(['longChat', 'common'])
  const listId = useId()
  const [text, setText] = useState('')
  const questions = findQuestions(path, text)
  const [chosenAt, setChosenAt] = useState<number | null>(null)
  const here = questions.findIndex(({ turnId }) => turnId === currentTurnId)
  const at = Math.min(chosenAt ?? Math.max(0, here), questions.length - 1)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  // oxlint-disable-next-line react-hooks/incompatible-library -- nothing here is memoized by a compiler
  const virtual = useVirtualizer({
    count: questions.length,
    getScrollElement: () => scroller,
    estimateSize: () => entryHeight,
    overscan: 10,
    initialOffset: () => Math.max(0, at - 3) * entryHeight,
  })
  const idOf = (index: number) => `${listId}-${index}`
  const choose = (index: number) => {
    const question = questions[index]
    if (question === undefined) return
    onClose()
    onJump(question.turnId)
  }
  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(questions.length - 1, index))
    setChosenAt(next)
    virtual.scrollToIndex(next)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') goTo(at + 1)
    else if (event.key === 'ArrowUp') goTo(at - 1)
    else if (event.key === 'PageDown') goTo(at + 8)
    else if (event.key === 'PageUp') goTo(at - 8)
    else if (event.key === 'Enter') choose(at)
    else return
    event.preventDefault()
  }
  const isShown = virtual.getVirtualItems().some(({ index }) => index === at)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('outline.title')}
      size="lg"
      yOffset="10vh"
      classNames={{ inner: styles.inner, content: styles.content }}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <TextInput
        data-autofocus
        mt={4}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={isShown ? idOf(at) : undefined}
        aria-autocomplete="list"
        aria-label={t('outline.find')}
        placeholder={t('outline.find')}
        leftSection={<IconSearch size={17} stroke={1.7} aria-hidden="true" />}
        maxLength={limits.searchCharacters}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setChosenAt(0)
          virtual.scrollToOffset(0)
        }}
        onKeyDown={press}
      />
      <div ref={setScroller} className={styles.scroll}>
        <div
          id={listId}
          role="listbox"
          aria-label={t('outline.questions')}
          className={styles.list}
          style={{ blockSize: virtual.getTotalSize() }}
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const question = questions[index]
            if (question === undefined) return null
            const isHere = question.turnId === currentTurnId
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field keeps the focus and receives the keys
              <div
                key={question.turnId}
                id={idOf(index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                aria-setsize={questions.length}
                aria-posinset={index + 1}
                className={styles.entry}
                style={{ transform: `translateY(${start}px)` }}
                data-here={isHere || undefined}
                onClick={() => choose(index)}
              >
                <span className={styles.number}>{question.number}</span>
                <span className={styles.words} dir="auto">
                  {question.words}
                </span>
                {isHere && <span className={styles.here}>{t('outline.here')}</span>}
              </div>
            )
          })}
        </div>
      </div>
      <p className={styles.note} role="status">
        {questions.length === 0 && t('outline.none')}
      </p>
    </Dialog>
  )
}
