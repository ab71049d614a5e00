import { limits, type PromptHit } from '@atrium/contract'
import { ActionIcon, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconTemplate, IconX } from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { suggestedPromptsQuery } from '../../../../entities/prompts/prompts.ts'
import { setSuggestsTemplates } from '../../../../entities/prompts/suggests-templates.ts'
import { showUndoToast } from '../../../../lib/toasts/undo-toast.ts'
import { translate, useTranslation } from '../../../../lib/translate.ts'
import type { MentionPlace } from '../../../composing/index.ts'
import styles from './typing-suggestions.module.css'

const restMs = 300

type TypingSuggestionsProps = {
  place: MentionPlace
  text: string
  onTake: (hit: PromptHit) => void
}

/**
 * Templates with words similar to the typed text, once typing rests (LIB-05). They are in the line below the composer, whose
 * height does not change; Tab from the text reaches them after the composer's tools.
 */
export function TypingSuggestions({ place, text, onTake }: TypingSuggestionsProps) {
  const { t } = useTranslation('composing')
  const typed = endOf(text)
  const [settled] = useDebouncedValue(typed, restMs)
  const isLong = Array.from(typed).length >= limits.minPromptSuggestionCharacters
  const isCommand = typed.startsWith('/')
  const query = suggestedPromptsQuery(place, settled)
  const { data } = useQuery({
    ...query,
    // A new text has a new key: the request of the old one is cancelled, and its reply is not shown.
    queryFn: isLong && !isCommand && settled === typed ? query.queryFn : skipToken,
  })
  const hits = isLong && !isCommand && settled === typed ? (data ?? []) : []
  return (
    <>
      {hits.length > 0 && (
        <div className={styles.row} data-part="suggestions">
          <ul aria-label={t('templates.similar')}>
            {hits.map((hit) => (
              <li key={hit.promptId}>
                <UnstyledButton
                  className={styles.suggestion}
                  title={hit.description || hit.title}
                  onClick={() => onTake(hit)}
                >
                  <IconTemplate size={15} stroke={1.6} aria-hidden="true" />
                  <span className={styles.name} dir="auto">
                    {hit.title}
                  </span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
          <ActionIcon
            className={styles.off}
            variant="subtle"
            color="gray"
            radius="xl"
            data-hint={t('templates.off')}
            aria-label={t('templates.off')}
            onClick={() => void switchOff()}
          >
            <IconX size={15} />
          </ActionIcon>
        </div>
      )}
      <span role="status" className={styles.status}>
        {hits.length > 0 && t('templates.count', { count: hits.length })}
      </span>
    </>
  )
}

/** Offers Undo; the profile has the switch too. */
async function switchOff(): Promise<void> {
  if (!(await setSuggestsTemplates(false))) return
  showUndoToast({
    id: 'suggestions off',
    message: translate('composing:templates.offNow'),
    onUndo: () => void setSuggestsTemplates(true),
  })
}

/** The end of a text, within the limit of suggestions; a template fits what a person is writing now. */
const endOf = (text: string): string =>
  Array.from(text.trim())
    .slice(-limits.promptSuggestionCharacters / 2)
    .join('')
    .toWellFormed()
