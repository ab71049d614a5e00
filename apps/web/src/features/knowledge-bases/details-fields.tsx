import { limits } from '@atrium/contract'
import { Textarea, TextInput } from '@mantine/core'
import { useTranslation } from '../../lib/translate.ts'

type BaseDetails = { name: string; description: string }

type DetailsFieldsProps = BaseDetails & {
  onChange: (details: BaseDetails) => void
  nameProblem: string | null
}

/** Name and description of a knowledge base. */
export function DetailsFields({ name, description, onChange, nameProblem }: DetailsFieldsProps) {
  const { t } = useTranslation('knowledgeBases')
  return (
    <>
      <TextInput
        label={t('create.name')}
        dir="auto"
        data-autofocus
        withAsterisk
        maxLength={limits.baseNameCharacters}
        value={name}
        error={nameProblem}
        onChange={(event) => onChange({ name: event.currentTarget.value, description })}
      />
      <Textarea
        label={t('create.description')}
        description={t('create.description.hint')}
        dir="auto"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={limits.baseDescriptionCharacters}
        value={description}
        onChange={(event) => onChange({ name, description: event.currentTarget.value })}
      />
    </>
  )
}
