import { IconFileOff, IconFiles } from '@tabler/icons-react'
import { useTranslation } from '../../../../lib/translate.ts'
import styles from '../composer.module.css'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import type { RoomFiles } from './use-room-files.ts'

/** Sets whether the next questions search the room's files; nothing where it has none. */
export function RoomFilesSwitch({ files }: { files: RoomFiles }) {
  const { t } = useTranslation('chat')
  if (files.count === 0) return null
  return (
    <ToolButton
      label={t('composer.roomFiles')}
      icon={files.isOn ? IconFiles : IconFileOff}
      look="round"
      pressed={files.isOn}
      onClick={files.toggle}
    />
  )
}

/** Says below the composer how many files of the room are in use. On a phone, suggestions take its place while files are in use. */
export function RoomFilesNote({ files }: { files: RoomFiles }) {
  const { t } = useTranslation('chat')
  if (files.count === 0) return null
  return (
    <span role="status" className={styles.roomFiles} data-on={files.isOn || undefined}>
      {files.isOn ? t('composer.roomFiles.on', { count: files.count }) : t('composer.roomFiles.off')}
    </span>
  )
}
