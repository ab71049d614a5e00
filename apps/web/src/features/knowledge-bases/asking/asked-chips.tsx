import { ActionIcon } from '@mantine/core'
import { IconBooks, IconX } from '@tabler/icons-react'
import { withoutAsked } from '../../../entities/files/asked-bases.ts'
import { useTranslation } from '../../../lib/translate.ts'
import styles from './asking.module.css'
import type { AskedBases } from './use-asked-bases.ts'

/** The knowledge bases of the next questions, above the question. */
export function AskedChips({ asked }: { asked: AskedBases }) {
  const { t } = useTranslation('knowledgeBases')
  const { bases, change } = asked
  return (
    <ul className={styles.chips} aria-label={t('ask.chosen')}>
      {bases.map(({ id, name }) => (
        <li key={id} className={styles.chip}>
          <IconBooks size={15} stroke={1.7} aria-hidden="true" />
          <bdi className={styles.chipName} title={name}>
            {name}
          </bdi>
          <ActionIcon
            type="button"
            variant="subtle"
            color="gray"
            size={24}
            radius="xl"
            aria-label={t('ask.remove', { name })}
            onClick={() => change(withoutAsked(bases, id))}
          >
            <IconX size={14} stroke={1.8} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
