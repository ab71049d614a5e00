import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconFileTypeCsv, IconJson, IconUpload } from '@tabler/icons-react'
import { promptFile, type PromptPlace, type PromptsWanted } from '../../entities/prompts/prompts.ts'
import { saveAs } from '../../lib/save-as.ts'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'
import { useTranslation } from '../../lib/translate.ts'

type TransferMenuProps = { place: PromptPlace; page: PromptsWanted; onImport: () => void }

/** Imports templates, and saves the listed ones as a file. */
export function TransferMenu({ place, page, onImport }: TransferMenuProps) {
  const { t } = useTranslation('questionLibrary')
  const save = async (format: 'json' | 'csv') =>
    saveAs(
      await promptFile(place, page, format),
      `question-library-${new Date().toISOString().slice(0, 10)}.${format}`,
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={36}
          data-hint={t('transfer.label')}
          aria-label={t('transfer.label')}
        >
          <IconDots size={18} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUpload size={17} stroke={1.7} />} onClick={onImport}>
          {t('import.open')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconJson size={17} stroke={1.7} />}
          onClick={() => void showOutcome(save('json'), t('export.done'))}
        >
          {t('export.json')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileTypeCsv size={17} stroke={1.7} />}
          onClick={() => void showOutcome(save('csv'), t('export.done'))}
        >
          {t('export.csv')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
