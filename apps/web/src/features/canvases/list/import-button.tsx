import { canvasFileProblems } from '@atrium/contract'
import { Button, FileButton, Group, Text } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError, isAborted } from '../../../lib/api/api-error.ts'
import { oneOf } from '../../../lib/text/parse.ts'
import { showFailure } from '../../../lib/toasts/show-failure.ts'
import { showToast } from '../../../lib/toasts/toasts.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { type CanvasFile, readCanvasFile } from './read-canvas-file.ts'

type ImportButtonProps = {
  /** Creates a canvas and opens it. Throws why it could not. */
  onImport: (file: CanvasFile, signal: AbortSignal) => Promise<void>
}

/** Opens a Markdown file, a text file or a Word document as a new canvas. */
export function ImportButton({ onImport }: ImportButtonProps) {
  const { t } = useTranslation('canvases')
  const { imported, start, cancel } = useImport(onImport)
  return (
    <Group gap="xs">
      {imported !== null && (
        <>
          <Text role="status" size="sm" c="dimmed" maw="16rem" truncate>
            {t('import.running', { file: imported })}
          </Text>
          <Button variant="subtle" onClick={cancel}>
            {t('import.cancel')}
          </Button>
        </>
      )}
      <FileButton
        accept=".md,.markdown,.txt,.docx,text/markdown,text/plain"
        inputProps={{ 'aria-label': t('import.label') }}
        onChange={(file) => file && void start(file)}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<IconFileImport size={18} stroke={1.7} aria-hidden="true" />}
            loading={imported !== null}
          >
            {t('import')}
          </Button>
        )}
      </FileButton>
    </Group>
  )
}

const problemOf = oneOf(...canvasFileProblems)

/** Imports one file at a time; `imported` is its name. Leaving the page cancels. */
function useImport(onImport: ImportButtonProps['onImport']) {
  const { t } = useTranslation('canvases')
  const [imported, setImported] = useState<string | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function start(file: File): Promise<void> {
    const { signal } = (running.current = new AbortController())
    setImported(file.name)
    try {
      const read = await readCanvasFile(file)
      signal.throwIfAborted()
      if ('problem' in read) void showToast(t(`import.${read.problem}`, { file: file.name }), 'bad')
      else await onImport(read, signal)
    } catch (error) {
      if (isAborted(error)) return
      const problem = error instanceof ApiError ? problemOf(error.details['problem']) : undefined
      if (problem) void showToast(t(`import.${problem}`, { file: file.name }), 'bad')
      else showFailure(error)
    } finally {
      setImported(null)
    }
  }
  return { imported, start, cancel: () => running.current?.abort() }
}
