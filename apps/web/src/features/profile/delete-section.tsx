import { limits } from '@atrium/contract'
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { Section } from '../../lib/forms/section.tsx'

/** Deletes the user account, with seven days to undo it. */
export function DeleteSection() {
  const { t } = useTranslation('profile')
  const [isAsked, setAsked] = useState(false)
  return (
    <Section title={t('delete.title')} text={t('delete.text', { count: limits.userUndoDays })}>
      <Button
        variant="outline"
        color="red.9"
        w="fit-content"
        leftSection={<IconTrash size={17} stroke={1.7} aria-hidden="true" />}
        onClick={() => setAsked(true)}
      >
        {t('delete.open')}
      </Button>
      {isAsked && <DeleteDialog onClose={() => setAsked(false)} />}
    </Section>
  )
}
