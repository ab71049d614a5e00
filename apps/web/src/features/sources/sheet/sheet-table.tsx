import { Button } from '@mantine/core'
import type { ChatId, FileId, FileSheet, OpenedPassage, Source } from '@atrium/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { textDirection } from '../../../lib/text/text-direction.ts'
import { isCited } from '../reading.ts'
import { Scroller } from '../scroller.tsx'
import { amountColumns, columnWidths, headerOf, isAmount, rowsOf } from './sheet-rows.ts'
import styles from './sheet-view.module.css'
import type { FoundPlace } from '../use-finder.ts'
import { useMarkFound } from '../use-mark-found.ts'
import { useSheetPassages } from './use-sheet-passages.ts'

type SheetTableProps = {
  fileId: FileId
  chatId: ChatId | null
  sheet: FileSheet
  source: Source | null
  /** The search text and its current match; possibly in another sheet. */
  found: FoundPlace | null
}

/** Estimated height of a row, in pixels, and rows per passage for a sheet with one known passage. */
const rowPixels = 34
const usualRows = 20

/** The rows of one sheet under their heading row; only those near the viewport are rendered and requested. */
export function SheetTable({ fileId, chatId, sheet, source, found }: SheetTableProps) {
  const { t } = useTranslation(['sources', 'common'])
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const count = sheet.last - sheet.first + 1
  const rowsInPassage = count > 1 ? Math.max(1, sheet.lastRow / (count - 1)) : usualRows
  // oxlint-disable-next-line react-hooks/incompatible-library -- nothing here is memoized by a compiler
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowsInPassage * rowPixels,
    overscan: 1,
    useFlushSync: false,
  })
  const items = virtual.getVirtualItems()
  const { byPosition, tryAgain } = useSheetPassages(
    fileId,
    chatId,
    items.map(({ index }) => sheet.first + index),
  )
  const columns = useColumns(sheet, byPosition)
  const citedIndex = source === null || source.first > sheet.last ? -1 : source.first - sheet.first
  const isThere = isShown(items, citedIndex) && byPosition.has(sheet.first + citedIndex)
  useOpenAtCited(scroller, citedIndex, virtual.scrollToIndex, isThere)
  const foundIndex = found === null ? -1 : found.position - sheet.first
  useEffect(() => {
    if (scroller !== null && foundIndex >= 0 && foundIndex < count)
      virtual.scrollToIndex(foundIndex, { align: 'center' })
  }, [virtual, scroller, foundIndex, count])
  useMarkFound(
    scroller,
    found,
    found !== null && byPosition.has(found.position) && isShown(items, foundIndex),
  )
  const above = items[0]?.start ?? 0
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <Scroller ref={setScroller} className={styles.scroller} label={t('viewer.rows')}>
      <table className={styles.table} dir={columns?.direction} aria-label={sheet.name || t('viewer.rows')}>
        {columns !== null && <Head {...columns} />}
        <tbody aria-hidden="true">
          <Space pixels={above} />
        </tbody>
        {items.map(({ index, key, size }) => {
          const passage = byPosition.get(sheet.first + index)
          return (
            <tbody
              key={`${key} ${passage !== undefined}`}
              ref={virtual.measureElement}
              data-index={index}
              data-position={sheet.first + index}
              aria-busy={passage === undefined}
            >
              {passage === undefined ? (
                <Space pixels={size} />
              ) : (
                <Rows passage={passage} isMarked={isCited(source, passage.position)} />
              )}
            </tbody>
          )
        })}
        <tbody aria-hidden="true">
          <Space pixels={below} />
        </tbody>
      </table>
      {tryAgain !== null && (
        <p className={styles.failed} role="alert">
          <span>{t('viewer.rowsFailed')}</span>
          <Button size="xs" variant="default" onClick={tryAgain}>
            {t('common:action.tryAgain')}
          </Button>
        </p>
      )}
    </Scroller>
  )
}

const isShown = (items: readonly { index: number }[], wanted: number): boolean =>
  items.some(({ index }) => index === wanted)

/** Scrolls to the first cited row, once, when it is loaded. */
function useOpenAtCited(
  scroller: HTMLDivElement | null,
  index: number,
  scrollToIndex: (index: number, options: { align: 'center' }) => void,
  isThere: boolean,
): void {
  const [wasBrought, setBrought] = useState(index < 0)
  const isReady = scroller !== null && !wasBrought
  const scrollTo = useRef(scrollToIndex)
  useLayoutEffect(() => {
    if (isReady) scrollTo.current(index, { align: 'center' })
  }, [isReady, index])
  useLayoutEffect(() => {
    const row = isReady && isThere ? scroller.querySelector('[data-cited]') : null
    if (!row || !scroller) return
    const { top } = scroller.getBoundingClientRect()
    scroller.scrollTop += row.getBoundingClientRect().top - top - scroller.clientHeight / 4
    setBrought(true)
  }, [isReady, isThere, scroller])
}

/** `amounts` lists the columns in which most cells are numbers. */
type Columns = { header: string[]; widths: number[]; amounts: boolean[]; direction: 'ltr' | 'rtl' }

/** The columns from the first loaded rows, so that the layout stays; null before. */
function useColumns(sheet: FileSheet, byPosition: ReadonlyMap<number, OpenedPassage>): Columns | null {
  const [columns, setColumns] = useState<Columns | null>(null)
  if (columns !== null) return columns
  const known = [...byPosition.values()].filter(
    ({ position }) => position >= sheet.first && position <= sheet.last,
  )
  const [first] = known
  if (first === undefined) return null
  const header = headerOf(first)
  const rows = known.flatMap(rowsOf).map(({ cells }) => cells)
  const found = {
    header,
    widths: columnWidths([header, ...rows]),
    amounts: amountColumns(rows),
    direction: textDirection([header, ...rows].flat().join(' ')),
  }
  setColumns(found)
  return found
}

function Head({ header, widths, amounts }: Columns) {
  const { t } = useTranslation('sources')
  return (
    <>
      <colgroup>
        <col className={styles.numbers} />
        {widths.map((width, index) => (
          <col key={index} style={{ inlineSize: `${width}ch` }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col" className={styles.number}>
            {t('viewer.row')}
          </th>
          {widths.map((_, index) => (
            <th key={index} scope="col" dir="auto" data-amount={amounts[index] || undefined}>
              {header[index]}
            </th>
          ))}
        </tr>
      </thead>
    </>
  )
}

const Rows = memo(function Rows({ passage, isMarked }: { passage: OpenedPassage; isMarked: boolean }) {
  const { t } = useTranslation('sources')
  const format = new Intl.NumberFormat(currentLanguage())
  return rowsOf(passage).map(({ key, number, cells }) => (
    <tr key={key} data-cited={isMarked || undefined}>
      <th scope="row" className={styles.number}>
        {format.format(number)}
        {isMarked && <span className={styles.spoken}> {t('viewer.cited')}</span>}
      </th>
      {cells.map((cell, index) => (
        <td key={index} dir="auto" data-amount={isAmount(cell) || undefined}>
          {cell}
        </td>
      ))}
    </tr>
  ))
})

/** A spacer for rows that aren't rendered. */
const Space = ({ pixels }: { pixels: number }) => pixels > 0 && <tr style={{ blockSize: pixels }} />
