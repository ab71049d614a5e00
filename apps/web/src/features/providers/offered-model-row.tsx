import type { Providers } from '@atrium/contract'
import { ActionIcon, Checkbox } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { ModelFields } from './model-fields.tsx'
import { creditsOf, type ModelDraft } from './provider-draft.ts'
import styles from './providers.module.css'

type OfferedModelRowProps = {
  draft: ModelDraft
  pricing: Providers['pricing']
  /** Fields that the server refused. */
  issues: string[]
  /** The limit of offered models is reached. */
  isFull: boolean
  onChange: (draft: ModelDraft) => void
}

/** One model: whether it is offered, its price, and its other fields on request. */
export function OfferedModelRow({ draft, pricing, issues, isFull, onChange }: OfferedModelRowProps) {
  const { t } = useTranslation(['providers', 'models'])
  const [isOpened, setOpened] = useState(false)
  const fieldsId = useId()
  const { isOffered, model } = draft
  const isOpen = isOpened || issues.length > 0
  return (
    <li className={styles.draft}>
      <div className={styles.draftHead}>
        <Checkbox
          className={styles.grow}
          checked={isOffered}
          disabled={isFull && !isOffered}
          label={<bdi className={styles.anywhere}>{model.displayName || model.model}</bdi>}
          description={t('models:credits', { count: creditsOf(model.price, pricing) })}
          onChange={(event) => onChange({ ...draft, isOffered: event.currentTarget.checked })}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('offer.details', { name: model.displayName || model.model })}
          aria-expanded={isOpen}
          aria-controls={fieldsId}
          onClick={() => setOpened(!isOpen)}
        >
          <IconChevronDown
            size={18}
            stroke={1.7}
            className={styles.chevron}
            data-open={isOpen || undefined}
          />
        </ActionIcon>
      </div>
      {issues.length > 0 && (
        <p role="alert" className={styles.problem}>
          {t('model.problem', { name: model.displayName || model.model })}
        </p>
      )}
      <div id={fieldsId}>
        {isOpen && (
          <ModelFields
            model={model}
            issues={issues}
            onChange={(changed) => onChange({ ...draft, model: changed })}
          />
        )}
      </div>
    </li>
  )
}
