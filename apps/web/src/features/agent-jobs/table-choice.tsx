import { Button, FileButton, NativeSelect, Textarea } from '@mantine/core'
import { IconClipboardText, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { spreadsheetsQuery } from '../../entities/agent-jobs/table-runs.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useTranslation } from '../../lib/translate.ts'
import styles from './agent-jobs.module.css'
import { acceptedSpreadsheets, useSpreadsheetUpload } from './use-spreadsheet-upload.ts'
import type { TableRunForm } from './use-table-run.ts'

const maxPastedCharacters = 1_000_000

/** Chooses the table: a spreadsheet of the room, an uploaded one, or pasted cells; of a workbook, the sheet. */
export function TableChoice({ run }: { run: TableRunForm }) {
  const { t } = useTranslation('agentJobs')
  const { place, file, tables, sheet, setSheet } = run
  const { data: ofRoom = [] } = useQuery(spreadsheetsQuery(place))
  const [isPasting, setPasting] = useState(false)
  const { upload: uploadTable, isUploading, failure } = useSpreadsheetUpload(run.chooseFile)
  const upload = (chosen: File) => {
    run.chooseFile(null)
    return uploadTable(chosen)
  }
  const sheets = tables.data ?? []
  return (
    <>
      <NativeSelect
        label={t('table.file')}
        value={file?.fileId ?? ''}
        data={[
          { value: '', label: t(ofRoom.length === 0 ? 'table.noFiles' : 'table.choose') },
          ...ofRoom.map(({ id, name }) => ({ value: id, label: name })),
          ...(file?.of === 'question' ? [{ value: file.fileId, label: file.name }] : []),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const found = ofRoom.find(({ id }) => id === value)
          if (value !== file?.fileId)
            run.chooseFile(found ? { fileId: found.id, of: 'room', name: found.name } : null)
        }}
      />
      <div className={styles.ways}>
        <FileButton accept={acceptedSpreadsheets} onChange={(chosen) => chosen && void upload(chosen)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={isUploading}
              leftSection={<IconUpload size={18} stroke={1.7} aria-hidden="true" />}
            >
              {t('table.upload')}
            </Button>
          )}
        </FileButton>
        <Button
          variant="default"
          aria-expanded={isPasting}
          leftSection={<IconClipboardText size={18} stroke={1.7} aria-hidden="true" />}
          onClick={() => setPasting(!isPasting)}
        >
          {t('table.paste')}
        </Button>
      </div>
      {isPasting && (
        <PastedTable
          onUse={(text) => {
            setPasting(false)
            void upload(new File([text], `${t('table.pasted')}.csv`, { type: 'text/csv' }))
          }}
        />
      )}
      <FailureNote failure={failure ?? tables.error} />
      {file !== null && tables.isLoading && (
        <p role="status" className={styles.left}>
          {t('table.reading')}
        </p>
      )}
      {sheets.length > 1 && (
        <NativeSelect
          label={t('table.sheet')}
          value={String(sheet)}
          data={sheets.map(({ sheet: name }, index) => ({
            value: String(index),
            label: name ?? String(index + 1),
          }))}
          onChange={({ currentTarget }) => setSheet(Number(currentTarget.value))}
        />
      )}
    </>
  )
}

function PastedTable({ onUse }: { onUse: (text: string) => void }) {
  const { t } = useTranslation('agentJobs')
  const [text, setText] = useState('')
  return (
    <div className={styles.form}>
      <Textarea
        label={t('table.pasted')}
        description={t('table.pasteHelp')}
        dir="auto"
        data-autofocus
        autosize
        minRows={4}
        maxRows={10}
        maxLength={maxPastedCharacters}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div className={styles.end}>
        <Button variant="default" disabled={text.trim() === ''} onClick={() => onUse(text)}>
          {t('table.use')}
        </Button>
      </div>
    </div>
  )
}
