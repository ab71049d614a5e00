import { limits } from '@atrium/contract'
import { Fieldset, Stack, Text, Textarea } from '@mantine/core'
import { useTranslation } from '../../lib/translate.ts'
import { ModifierFields } from '../modifiers/index.ts'
import type { InstructionsDraft } from '../../entities/rooms/create-room-flow.ts'

type InstructionsFieldsProps = {
  instructions: InstructionsDraft
  onChange: (instructions: InstructionsDraft) => void
}

/** A room's instructions for models: free text and modifiers. */
export function InstructionsFields({ instructions, onChange }: InstructionsFieldsProps) {
  const { t } = useTranslation('rooms')
  const { text, modifiers } = instructions
  return (
    <Stack gap="md">
      <Textarea
        label={t('instructions.field')}
        description={t('instructions.text')}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={limits.roomInstructionsCharacters}
        value={text}
        onChange={(event) => onChange({ text: event.currentTarget.value, modifiers })}
      />
      <Fieldset
        legend={t('modifiers.label')}
        variant="unstyled"
        m={0}
        p={0}
        fz="sm"
        fw={600}
        styles={{ legend: { padding: 0 } }}
      >
        <Text size="sm" c="dimmed" fw={400} mt={2} mb="sm">
          {t('modifiers.text')}
        </Text>
        <ModifierFields
          modifiers={modifiers}
          onChange={(changed) => onChange({ text, modifiers: changed })}
        />
      </Fieldset>
    </Stack>
  )
}
