import { Button, FileButton } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { showToast } from '../../../lib/toasts/toasts.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { readCanvasFile } from './read-canvas-file.ts'

type ImportButtonProps = {
  /** Creates a canvas and opens it; reports failures itself. */
  onImport: (canvas: { title: string; markdown: string }) => Promise<void>
}

/** Opens a Markdown or text file as a new canvas. */
export function ImportButton({ onImport }: ImportButtonProps) {
  const { t } = useTranslation('canvases')
  const [isReading, setReading] = useState(false)
  const choose = async (file: File | null) => {
    if (!file) return
    setReading(true)
    const read = await readCanvasFile(file)
    if ('problem' in read) void showToast(t(`import.${read.problem}`, { file: file.name }), 'bad')
    else await onImport(read)
    setReading(false)
  }
  return (
    <FileButton
      accept=".md,.markdown,.txt,text/markdown,text/plain"
      inputProps={{ 'aria-label': t('import.label') }}
      onChange={(file) => void choose(file)}
    >
      {(props) => (
        <Button
          {...props}
          variant="default"
          leftSection={<IconFileImport size={18} stroke={1.7} aria-hidden="true" />}
          loading={isReading}
        >
          {t('import')}
        </Button>
      )}
    </FileButton>
  )
}
