import { Tabs } from '@mantine/core'
import type { ChatId, FileId, FileSheet, Source } from '@atrium/contract'
import { useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { SheetTable } from './sheet-table.tsx'
import styles from './sheet-view.module.css'
import type { FoundPlace } from '../use-finder.ts'

type SheetViewProps = {
  fileId: FileId
  chatId: ChatId | null
  /** At least one. */
  sheets: readonly FileSheet[]
  source: Source | null
  /** The search text and its current match. */
  found: FoundPlace | null
}

const sheetWith = (sheets: readonly FileSheet[], position: number): number =>
  Math.max(
    0,
    sheets.findIndex(({ last }) => position <= last),
  )

/** The sheets of a file, complete; opens at the cited rows, which are highlighted. */
export function SheetView({ fileId, chatId, sheets, source, found }: SheetViewProps) {
  const { t } = useTranslation('sources')
  const [shown, setShown] = useState(() => (source === null ? 0 : sheetWith(sheets, source.first)))
  const [followed, setFollowed] = useState(found)
  if (followed !== found) {
    setFollowed(found)
    if (found !== null) setShown(sheetWith(sheets, found.position))
  }
  const sheet = sheets[shown] ?? sheets[0]
  if (sheet === undefined) return null
  const table = <SheetTable key={sheet.first} {...{ fileId, chatId, sheet, source, found }} />
  if (sheets.length === 1) return table
  return (
    <Tabs
      value={String(shown)}
      onChange={(value) => setShown(Number(value))}
      classNames={{ root: styles.sheets ?? '', list: styles.tabs ?? '', panel: styles.panel ?? '' }}
    >
      <Tabs.List aria-label={t('viewer.sheets')}>
        {sheets.map(({ name, first }, index) => (
          <Tabs.Tab key={first} value={String(index)}>
            <bdi>{name}</bdi>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={String(shown)}>{table}</Tabs.Panel>
    </Tabs>
  )
}
