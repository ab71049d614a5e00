import { memo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MorePassages } from './more-passages.tsx'
import type { Reading } from './reading.ts'
import { Scroller } from './scroller.tsx'
import { type Sheet, sheetsOf } from './sheet-rows.ts'
import styles from './sheet-view.module.css'
import { useScrollToCited } from './use-scroll-to-cited.ts'

/** The rows of a spreadsheet under their heading row, the cited ones marked. */
export function SheetView({ passages, source, before, after, isLoading }: Reading) {
  const { t } = useTranslation('sources')
  const scroller = useRef<HTMLDivElement>(null)
  useScrollToCited(scroller)
  return (
    <Scroller ref={scroller} className={styles.scroller} label={t('viewer.rows')}>
      <MorePassages more={before} isLoading={isLoading} />
      {sheetsOf(passages, source).map((sheet) => (
        <SheetTable key={sheet.key} sheet={sheet} />
      ))}
      <MorePassages more={after} isLoading={isLoading} />
    </Scroller>
  )
}

const SheetTable = memo(function SheetTable({ sheet: { name, header, rows } }: { sheet: Sheet }) {
  const { t } = useTranslation('sources')
  return (
    <table className={styles.table}>
      {name !== '' && (
        <caption>
          <bdi>{name}</bdi>
        </caption>
      )}
      <thead>
        <tr>
          <th scope="col" className={styles.number}>
            {t('viewer.row')}
          </th>
          {header.map((cell, index) => (
            <th key={index} scope="col" dir="auto">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} data-cited={row.isCited || undefined}>
            <th scope="row" className={styles.number}>
              {row.number}
              {row.isCited && <span className={styles.spoken}> {t('viewer.cited')}</span>}
            </th>
            {row.cells.map((cell, index) => (
              <td key={index} dir="auto">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
})
