import type { UserInfo } from '@atrium/contract'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { setSuggestsTemplates } from '../../entities/prompts/suggests-templates.ts'
import { Section } from '../../lib/forms/section.tsx'
import { useTranslation } from '../../lib/translate.ts'

/** Whether templates are suggested while the person types (LIB-05). */
export function TemplateSection({ info }: { info: UserInfo }) {
  const { t } = useTranslation('profile')
  const [chosen, setChosen] = useState<boolean | null>(null)
  return (
    <Section title={t('templates.title')} text={t('templates.text')}>
      <Switch
        label={t('templates.label')}
        checked={chosen ?? info.suggestsTemplates}
        onChange={(event) => {
          setChosen(event.currentTarget.checked)
          void setSuggestsTemplates(event.currentTarget.checked).finally(() => setChosen(null))
        }}
      />
    </Section>
  )
}
