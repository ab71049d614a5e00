import { FileButton } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { documentEndings, pictureEndings } from '@atrium/contract'
import { type Ref, useImperativeHandle, useRef } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'

const accept = [...Object.keys(pictureEndings), ...documentEndings].map((ending) => `.${ending}`).join(',')

type AttachButtonProps = { onFiles: (files: readonly File[]) => void; openRef?: Ref<() => void> }

/** Chooses pictures and documents for the next question. */
export function AttachButton({ onFiles, openRef }: AttachButtonProps) {
  const { t } = useTranslation('attachments')
  const reset = useRef<() => void>(null)
  const button = useRef<HTMLButtonElement>(null)
  useImperativeHandle(openRef, () => () => button.current?.click())
  return (
    <FileButton
      multiple
      accept={accept}
      resetRef={reset}
      inputProps={{ 'aria-label': t('add') }}
      onChange={(files) => {
        if (files.length > 0) onFiles(files)
        // So that the same file can be chosen again.
        reset.current?.()
      }}
    >
      {({ onClick }) => (
        <ToolButton ref={button} label={t('add')} icon={IconPaperclip} look="round" onClick={onClick} />
      )}
    </FileButton>
  )
}
