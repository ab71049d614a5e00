import type { AccountId, KnowledgeBase } from '@atrium/contract'
import { Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { StatusBadge } from '../context-files/index.ts'
import { Moment } from '../../lib/moment.tsx'
import { BaseFacts } from './base-facts.tsx'
import { DeleteBase } from './delete-base.tsx'
import styles from './knowledge-bases.module.css'
import { RenameForm } from './rename-form.tsx'

type BaseAboutProps = { accountId: AccountId; base: KnowledgeBase; onDeleted: () => void }

/** A knowledge base's description; for editors, with rename and delete. */
export function BaseAbout({ accountId, base, onDeleted }: BaseAboutProps) {
  const { t } = useTranslation('knowledgeBases')
  const [isRenaming, setRenaming] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  if (isRenaming) return <RenameForm accountId={accountId} base={base} onEnd={() => setRenaming(false)} />
  return (
    <div className={styles.about}>
      <p className={styles.aboutText} dir="auto">
        {base.description || t('base.noDescription')}
      </p>
      <div>
        <StatusBadge state={base.state} />
      </div>
      <BaseFacts base={base} showsRoom />
      <p className={styles.facts}>
        {base.createdBy && <bdi>{t('base.createdBy', { name: base.createdBy.name })}</bdi>}
        <span>
          {t('base.created')} <Moment at={base.created_at} />
        </span>
      </p>
      {base.mayEdit && (
        <div className={styles.ways}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPencil size={16} stroke={1.7} aria-hidden="true" />}
            onClick={() => setRenaming(true)}
          >
            {t('base.edit')}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} stroke={1.7} aria-hidden="true" />}
            onClick={() => setDeleting(true)}
          >
            {t('delete.action')}
          </Button>
          <DeleteBase
            accountId={accountId}
            base={base}
            isAsking={isDeleting}
            onClose={() => setDeleting(false)}
            onDeleted={onDeleted}
          />
        </div>
      )}
    </div>
  )
}
