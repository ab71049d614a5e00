import { Portal } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { readSelectedText, type SelectedText } from './selected-text.ts'
import { textActions, type TextAction } from './selection-actions.ts'
import { usePassageCanvas } from './use-passage-canvas.ts'
import { useTextWork } from './use-text-work.tsx'
import styles from './shaping.module.css'

/**
 * Actions for selected text of an answer, in a small toolbar above it, or below it on a touch screen, whose own menu is above. Alt+F10
 * focuses it, arrow keys move in it, Escape closes it.
 */
export function SelectionToolbar() {
  const toolbar = useRef<HTMLDivElement>(null)
  const { selected, forget } = useSelectedText(toolbar)
  const { act, dialog } = useTextWork()
  const openCanvas = usePassageCanvas()
  useEffect(() => {
    if (selected === null) return
    const goThere = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') forget()
      if (event.key !== 'F10' || !event.altKey) return
      event.preventDefault()
      toolbar.current?.querySelector('button')?.focus()
    }
    document.addEventListener('keydown', goThere)
    return () => document.removeEventListener('keydown', goThere)
  }, [selected, forget])
  return (
    <>
      {selected !== null && (
        <Portal>
          <TextTools
            ref={toolbar}
            place={selected.place}
            onCanvas={
              openCanvas &&
              (() => {
                const { text } = selected
                getSelection()?.removeAllRanges()
                forget()
                openCanvas(text)
              })
            }
            onChoose={(action) => {
              const { turnId, text } = selected
              getSelection()?.removeAllRanges()
              forget()
              act(action, turnId, text)
            }}
          />
        </Portal>
      )}
      {dialog}
    </>
  )
}

type TextToolsProps = {
  ref: RefObject<HTMLDivElement | null>
  place: SelectedText['place']
  onChoose: (action: TextAction) => void
  /** Null in a chat whose text can't be stored. */
  onCanvas: (() => void) | null
}

function TextTools({ ref, place, onChoose, onCanvas }: TextToolsProps) {
  const { t } = useTranslation('shaping')
  useLayoutEffect(() => {
    if (ref.current !== null) putBeside(ref.current, place)
  }, [ref, place])
  return (
    <div
      ref={ref}
      role="toolbar"
      tabIndex={-1}
      aria-label={t('select.toolbar')}
      aria-keyshortcuts="Alt+F10"
      className={styles.toolbar}
      onKeyDown={walkAlong}
      // A press must not clear the selection before the click event.
      onPointerDown={(event) => event.preventDefault()}
    >
      {textActions.map(({ action, icon: Icon }) => (
        <button key={action} type="button" className={styles.tool} onClick={() => onChoose(action)}>
          <Icon size={16} stroke={1.7} aria-hidden="true" />
          {t(`select.${action}`)}
        </button>
      ))}
      {onCanvas && (
        <button type="button" className={styles.tool} onClick={onCanvas}>
          <IconFileText size={16} stroke={1.7} aria-hidden="true" />
          {t('select.canvas')}
        </button>
      )}
    </div>
  )
}

/** The selection once it rests: during the drag, a toolbar would be in the way. */
function useSelectedText(toolbar: { current: HTMLElement | null }) {
  const [selected, setSelected] = useState<SelectedText | null>(null)
  const [forget] = useState(() => () => setSelected(null))
  useEffect(() => {
    let timer = 0
    let isPressed = false
    const look = () => {
      clearTimeout(timer)
      if (isPressed) return
      timer = window.setTimeout(() => {
        // Focus in the toolbar may clear the selection in some browsers; the last selection still counts.
        if (toolbar.current?.contains(document.activeElement)) return
        setSelected(readSelectedText(getSelection()))
      }, 120)
    }
    const press = (event: PointerEvent) => {
      if (event.target instanceof Node && toolbar.current?.contains(event.target)) return
      isPressed = event.pointerType === 'mouse'
    }
    const release = () => {
      isPressed = false
      look()
    }
    // It loads with the first selection.
    look()
    document.addEventListener('selectionchange', look)
    document.addEventListener('pointerdown', press)
    document.addEventListener('pointerup', release)
    document.addEventListener('pointercancel', release)
    document.addEventListener('scroll', look, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('selectionchange', look)
      document.removeEventListener('pointerdown', press)
      document.removeEventListener('pointerup', release)
      document.removeEventListener('pointercancel', release)
      document.removeEventListener('scroll', look, { capture: true })
    }
  }, [toolbar])
  return { selected, forget }
}

const marginPx = 8

/** Above the selection, or below it if there is no space or a touch screen's own menu; always within the window. */
function putBeside(toolbar: HTMLElement, { top, bottom, centre }: SelectedText['place']) {
  const { offsetHeight: height, offsetWidth: width } = toolbar
  const isTouch = matchMedia('(pointer: coarse)').matches
  const above = top - height - marginPx
  const below = bottom + marginPx * (isTouch ? 3 : 1)
  const wanted = above > 0 && !isTouch ? above : below
  toolbar.style.top = `${Math.max(marginPx, Math.min(wanted, innerHeight - height - marginPx))}px`
  toolbar.style.left = `${Math.max(marginPx, Math.min(centre - width / 2, innerWidth - width - marginPx))}px`
}

/** Arrow keys, Home and End move in a toolbar (WAI-ARIA). */
function walkAlong(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
  const step = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }[event.key]
  const to =
    event.key === 'Home'
      ? 0
      : event.key === 'End'
        ? buttons.length - 1
        : step === undefined
          ? null
          : at + step
  if (to === null) return
  event.preventDefault()
  buttons.at(to % buttons.length)?.focus()
}
