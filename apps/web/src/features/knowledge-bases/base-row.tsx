import type { AccountId, KnowledgeBase } from '@atrium/contract'
import { CardItem } from '@atrium/ui/lists/card-list.tsx'
import { Menu } from '@mantine/core'
import { IconBooks, IconFolderOpen, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { OptionsMenu } from '../../lib/tools/options-menu.tsx'
import { useTranslation } from '../../lib/translate.ts'
import { StatusBadge } from '../context-files/index.ts'
import { BaseFacts } from './base-facts.tsx'
import { DeleteBase } from './delete-base.tsx'

type BaseRowProps = {
  accountId: AccountId
  base: KnowledgeBase
  /** For lists with bases of several rooms. */
  showsRoom: boolean
  onOpen: () => void
}

/** One knowledge base of the list; a press anywhere on it opens it. */
export function BaseRow({ accountId, base, showsRoom, onOpen }: BaseRowProps) {
  return (
    <CardItem
      title={base.rag_name}
      onOpen={onOpen}
      mark={<IconBooks size={20} stroke={1.6} />}
      beside={<StatusBadge state={base.state} />}
      {...(base.description !== '' && { description: base.description })}
      tools={base.mayEdit && <RowMenu accountId={accountId} base={base} onOpen={onOpen} />}
    >
      <BaseFacts base={base} showsRoom={showsRoom} />
    </CardItem>
  )
}

function RowMenu({ accountId, base, onOpen }: Omit<BaseRowProps, 'showsRoom'>) {
  const { t } = useTranslation('knowledgeBases')
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <OptionsMenu label={t('row.menu', { name: base.rag_name })}>
        <Menu.Item leftSection={<IconFolderOpen size={17} stroke={1.6} />} onClick={onOpen}>
          {t('row.open')}
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={17} stroke={1.6} />}
          onClick={() => setDeleting(true)}
        >
          {t('delete.action')}
        </Menu.Item>
      </OptionsMenu>
      <DeleteBase
        accountId={accountId}
        base={base}
        isAsking={isDeleting}
        onClose={() => setDeleting(false)}
      />
    </>
  )
}
