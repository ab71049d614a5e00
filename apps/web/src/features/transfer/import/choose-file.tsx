import { Button, FileButton, Group, Loader, Text } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import type { FileFault } from './import-types.ts'
import styles from './import.module.css'

type ChooseFileProps = {
  /** Why the previously chosen file cannot be imported. */
  fault: FileFault | null
  /** The name of the file being read. */
  reading: string | null
  onChoose: (file: File) => void
  onCancel: () => void
}

/** Chooses a file by button or drop. */
export function ChooseFile({ fault, reading, onChoose, onCancel }: ChooseFileProps) {
  const { t } = useTranslation(['transfer', 'common'])
  const [isOver, setIsOver] = useState(false)
  return (
    <>
      <Text c="dimmed" mb="md">
        {t('import.text')}
      </Text>
      <div
        className={styles.place}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setIsOver(false)
          const [file] = event.dataTransfer.files
          if (file !== undefined && reading === null) onChoose(file)
        }}
      >
        {reading === null ? (
          <>
            <IconFileZip size={28} stroke={1.5} aria-hidden="true" />
            <FileButton
              accept=".zip,.json,application/zip,application/json"
              onChange={(file) => file && onChoose(file)}
            >
              {(props) => (
                <Button {...props} data-autofocus>
                  {t('import.choose')}
                </Button>
              )}
            </FileButton>
            <Text size="sm" c="dimmed">
              {t('import.drop')}
            </Text>
          </>
        ) : (
          <p role="status" className={styles.reading}>
            <Loader size={18} /> <span dir="auto">{t('import.reading', { name: reading })}</span>
          </p>
        )}
      </div>
      {fault !== null && (
        <p role="alert" className={styles.fault}>
          {t(`import.fault.${fault}`)}
        </p>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel}>
          {t('common:action.cancel')}
        </Button>
      </Group>
    </>
  )
}
