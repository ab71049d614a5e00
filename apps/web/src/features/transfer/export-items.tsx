import { Menu } from '@mantine/core'
import { IconBraces, IconFileTypeDocx, IconMarkdown, IconPrinter } from '@tabler/icons-react'
import type { AccountId, ChatId } from '@atrium/contract'
import { useTranslation } from '../../lib/translate.ts'
import type { FileFormat } from './export-chats.ts'

const formats = [
  { format: 'markdown', Icon: IconMarkdown },
  { format: 'docx', Icon: IconFileTypeDocx },
  { format: 'json', Icon: IconBraces },
] as const

type ExportItemsProps = {
  accountId: AccountId
  chatIds: readonly ChatId[]
  /** Opens the print view; omitted for several chats. */
  onPrint?: () => void
}

/** Menu items that save chats as files, or print one. */
export function ExportItems({ accountId, chatIds, onPrint }: ExportItemsProps) {
  const { t } = useTranslation('transfer')
  const save = async (format: FileFormat) => {
    const { exportChats } = await import('./export-chats.ts')
    await exportChats(accountId, chatIds, format)
  }
  return (
    <>
      {formats.map(({ format, Icon }) => (
        <Menu.Item
          key={format}
          leftSection={<Icon size={16} stroke={1.7} />}
          onClick={() => void save(format)}
        >
          {t(`export.${format}`)}
        </Menu.Item>
      ))}
      {onPrint !== undefined && (
        <Menu.Item leftSection={<IconPrinter size={16} stroke={1.7} />} onClick={onPrint}>
          {t('export.print')}
        </Menu.Item>
      )}
    </>
  )
}
