import type { PromptHit } from '@atrium/contract'
import { UnstyledButton } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { suggestedPromptsQuery } from '../../../entities/prompts/prompts.ts'
import { useTranslation } from '../../../lib/translate.ts'
import type { MentionPlace } from '../../composing/index.ts'
import { WaitingStarters } from './new-chat-welcome.tsx'
import styles from './chat.module.css'

type SuggestedTemplatesProps = {
  place: MentionPlace
  onTake: (hit: PromptHit) => void
  /** Shown where no template can be suggested. */
  fallback: ReactNode
}

/** Six templates that fit an empty chat (LIB-05, CHAT-15); their space is the same while they load. */
export function SuggestedTemplates({ place, onTake, fallback }: SuggestedTemplatesProps) {
  const { t } = useTranslation('composing')
  const { data, isError } = useQuery(suggestedPromptsQuery(place, ''))
  if (isError || data?.length === 0) return fallback
  if (!data) return <WaitingStarters />
  return (
    <ul className={styles.starters} data-part="starters" aria-label={t('templates.label')}>
      {data.map((hit) => (
        <li key={hit.promptId}>
          <UnstyledButton
            className={styles.starter}
            title={hit.description || hit.title}
            onClick={() => onTake(hit)}
          >
            <IconTemplate size={18} stroke={1.6} aria-hidden="true" />
            <span className={styles.starterName} dir="auto">
              {hit.title}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
