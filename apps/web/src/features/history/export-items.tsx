import { Menu } from '@mantine/core'
import { IconBraces, IconMarkdown } from '@tabler/icons-react'
import type { AccountId, ChatId } from '@atrium/contract'
import { useTranslation } from 'react-i18next'
import type { FileFormat } from './export-chats.ts'

const formats = [
  { format: 'markdown', Icon: IconMarkdown },
  { format: 'json', Icon: IconBraces },
] as const

/** The entries of a menu that save chats as files. */
export function ExportItems({ accountId, chatIds }: { accountId: AccountId; chatIds: readonly ChatId[] }) {
  const { t } = useTranslation('transfer')
  const save = async (format: FileFormat) => {
    const { exportChats } = await import('./export-chats.ts')
    await exportChats(accountId, chatIds, format)
  }
  return formats.map(({ format, Icon }) => (
    <Menu.Item key={format} leftSection={<Icon size={16} stroke={1.7} />} onClick={() => void save(format)}>
      {t(`export.${format}`)}
    </Menu.Item>
  ))
}
