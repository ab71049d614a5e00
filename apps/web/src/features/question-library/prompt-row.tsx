import { type AccountId, type Prompt, variablesOf } from '@atrium/contract'
import { CardItem } from '@atrium/ui/lists/card-list.tsx'
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconCopy,
  IconHistory,
  IconMessage,
  IconPencil,
  IconRepeat,
  IconStar,
  IconStarFilled,
  IconTable,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { promptChanges } from '../../entities/prompts/prompts.ts'
import { showFailure } from '../../lib/toasts/show-failure.ts'
import { OptionsMenu } from '../../lib/tools/options-menu.tsx'
import { useTranslation } from '../../lib/translate.ts'
import { deletePromptWithUndo } from './delete-prompt.ts'
import { PromptText } from './prompt-text.tsx'
import styles from './question-library.module.css'

/** The dialogs that a row can open. */
export type PromptAction = 'use' | 'repeat' | 'table' | 'edit' | 'duplicate' | 'versions'

type PromptRowProps = {
  accountId: AccountId
  prompt: Prompt
  onAction: (action: PromptAction) => void
}

/** One template of the list; a press anywhere on it uses it. */
export function PromptRow({ accountId, prompt, onAction }: PromptRowProps) {
  const { title, description, promptText } = prompt
  return (
    <CardItem
      title={title}
      onOpen={() => onAction('use')}
      description={description === '' ? <PromptText text={promptText} /> : description}
      tools={
        <>
          <StarButton accountId={accountId} prompt={prompt} />
          <RowMenu accountId={accountId} prompt={prompt} onAction={onAction} />
        </>
      }
    >
      <PromptFacts prompt={prompt} />
    </CardItem>
  )
}

function PromptFacts({ prompt: { collection, tags, owner, room, source, useCount } }: { prompt: Prompt }) {
  const { t } = useTranslation('questionLibrary')
  return (
    <ul className={styles.facts}>
      {collection !== null && (
        <li className={styles.collection}>
          <bdi>{collection}</bdi>
        </li>
      )}
      {tags.map((tag) => (
        <li key={tag} className={styles.tag} dir="auto">
          {tag}
        </li>
      ))}
      {room && (
        <li>
          <bdi>{room.name}</bdi>
        </li>
      )}
      {source !== 'mine' && owner && <li>{t('row.by', { name: owner.name })}</li>}
      {useCount > 0 && <li>{t('uses', { count: useCount })}</li>}
    </ul>
  )
}

function StarButton({ accountId, prompt }: Omit<PromptRowProps, 'onAction'>) {
  const { t } = useTranslation('questionLibrary')
  const { promptId, starred, title } = prompt
  const Star = starred ? IconStarFilled : IconStar
  return (
    <ActionIcon
      variant="subtle"
      color={starred ? 'yellow.8' : 'gray'}
      size={36}
      aria-label={t('star.label', { title })}
      aria-pressed={starred}
      onClick={() => void promptChanges(accountId).star(promptId, !starred).catch(showFailure)}
    >
      <Star size={18} stroke={1.7} />
    </ActionIcon>
  )
}

function RowMenu({ accountId, prompt, onAction }: PromptRowProps) {
  const { t } = useTranslation('questionLibrary')
  const { chatId, mayEdit, title, promptText } = prompt
  return (
    <OptionsMenu label={t('row.menu', { title })} size={36}>
      <Menu.Item leftSection={<IconTemplate size={16} stroke={1.7} />} onClick={() => onAction('use')}>
        {t('row.use')}
      </Menu.Item>
      <Menu.Item leftSection={<IconRepeat size={16} stroke={1.7} />} onClick={() => onAction('repeat')}>
        {t('row.repeat')}
      </Menu.Item>
      {variablesOf(promptText).length > 0 && (
        <Menu.Item leftSection={<IconTable size={16} stroke={1.7} />} onClick={() => onAction('table')}>
          {t('row.table')}
        </Menu.Item>
      )}
      {mayEdit && (
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.7} />} onClick={() => onAction('edit')}>
          {t('row.edit')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconCopy size={16} stroke={1.7} />} onClick={() => onAction('duplicate')}>
        {t('row.duplicate')}
      </Menu.Item>
      {chatId !== null && (
        <Menu.Item
          leftSection={<IconMessage size={16} stroke={1.7} />}
          renderRoot={(props) => <Link {...props} to="/chat/$chatId" params={{ chatId }} />}
        >
          {t('row.chat')}
        </Menu.Item>
      )}
      {mayEdit && (
        <>
          <Menu.Item
            leftSection={<IconHistory size={16} stroke={1.7} />}
            onClick={() => onAction('versions')}
          >
            {t('row.versions')}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} stroke={1.7} />}
            onClick={() => void deletePromptWithUndo(accountId, prompt)}
          >
            {t('row.delete')}
          </Menu.Item>
        </>
      )}
    </OptionsMenu>
  )
}
