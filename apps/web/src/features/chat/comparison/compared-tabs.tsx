import type { Turn } from '@atrium/contract'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import type { ComparedStep } from '../../../entities/turns/turn-tree.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { AnswerState } from './answer-state.tsx'
import { ComparedColumn } from './compared-column.tsx'
import { modelOf } from './model-of.ts'
import styles from './comparison.module.css'

type ComparedTabsProps = { compared: readonly ComparedStep[]; activeId: Turn['turnId']; isLast: boolean }

/** The answers of a comparison on a narrow screen: a tab for each, with its state, and one answer below. */
export function ComparedTabs({ compared, activeId, isLast }: ComparedTabsProps) {
  const { t } = useTranslation('chat')
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const active = compared.find(({ outline }) => outline.turnId === activeId)?.column ?? 0
  const [chosen, setChosen] = useState<number | null>(null)
  const shown = compared.find(({ column }) => column === (chosen ?? active)) ?? compared[0]
  if (shown === undefined) return null
  const choose = (index: number) => {
    const next = compared.at(index % compared.length)
    if (next === undefined) return
    setChosen(next.column)
    list.current?.querySelector<HTMLElement>(`[data-column="${next.column}"]`)?.focus()
  }
  const at = compared.indexOf(shown)
  const move = (event: KeyboardEvent) => {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const backward = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
    const index = { [forward]: at + 1, [backward]: at - 1, Home: 0, End: -1 }[event.key]
    if (index === undefined) return
    event.preventDefault()
    choose(index)
  }
  return (
    <>
      <div
        ref={list}
        role="tablist"
        tabIndex={-1}
        aria-label={t('compare.tabs')}
        className={styles.tabs}
        onKeyDown={move}
      >
        {compared.map(({ column, turn }) => (
          <button
            key={column}
            type="button"
            role="tab"
            id={`${id}-tab-${column}`}
            aria-controls={`${id}-panel`}
            aria-selected={column === shown.column}
            tabIndex={column === shown.column ? 0 : -1}
            data-column={column}
            className={styles.tab}
            onClick={() => setChosen(column)}
          >
            <bdi className={styles.tabName}>{turn === null ? '' : modelOf(turn)}</bdi>
            {turn !== null && <AnswerState turn={turn} />}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${shown.column}`}>
        <ComparedColumn
          key={shown.column}
          compared={shown}
          isActive={shown.outline.turnId === activeId}
          isLast={isLast}
          isApart={false}
          isInTab
        />
      </div>
    </>
  )
}
