import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { saveAs } from '../save-as.ts'
import { showOutcome } from '../toasts/show-outcome.ts'

type ExportButtonProps = {
  label: string
  /** Shown when the file is saved. */ done: string
  /** Beginning of the file's name, before the day. */ name: string
  load: () => Promise<Blob>
  disabled?: boolean
}

/** Saves a list as a CSV file. */
export function ExportButton({ label, done, name, load, disabled = false }: ExportButtonProps) {
  const [isExporting, setExporting] = useState(false)
  const save = async () => saveAs(await load(), `${name}-${new Date().toISOString().slice(0, 10)}.csv`)
  const run = async () => {
    setExporting(true)
    await showOutcome(save(), done)
    setExporting(false)
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} stroke={1.7} />}
      loading={isExporting}
      disabled={disabled}
      onClick={() => void run()}
    >
      {label}
    </Button>
  )
}
