import { IconBooks } from '@tabler/icons-react'
import { withoutAsked } from '../../../entities/files/asked-bases.ts'
import chips from '../../../lib/lists/chips.module.css'
import { RemovableChip } from '../../../lib/lists/removable-chip.tsx'
import { useTranslation } from '../../../lib/translate.ts'
import type { AskedBases } from './use-asked-bases.ts'

/** The knowledge bases of the next questions, above the question. */
export function AskedChips({ asked }: { asked: AskedBases }) {
  const { t } = useTranslation('knowledgeBases')
  const { bases, change } = asked
  return (
    <ul className={chips.chips} aria-label={t('ask.chosen')}>
      {bases.map(({ id, name }) => (
        <RemovableChip
          key={id}
          icon={IconBooks}
          name={name}
          removeLabel={t('ask.remove', { name })}
          onRemove={() => change(withoutAsked(bases, id))}
        />
      ))}
    </ul>
  )
}
