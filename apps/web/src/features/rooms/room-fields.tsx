import { limits, roomAccesses } from '@atrium/contract'
import { Radio, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from '../../lib/translate.ts'
import { LogoField } from '../accounts/index.ts'
import type { RoomDraft } from '../../entities/rooms/create-room-flow.ts'

export type RoomFields = Pick<RoomDraft, 'name' | 'access' | 'description' | 'logo'>

type RoomFieldsFormProps = {
  fields: RoomFields
  /** The URL of the room's current picture. */ currentLogo?: string | null
  nameProblem: string | null
  onChange: (changes: Partial<RoomFields>) => void
}

/** The fields of a room: name, icon, access, description. */
export function RoomFieldsForm({ fields, currentLogo, nameProblem, onChange }: RoomFieldsFormProps) {
  const { t } = useTranslation('rooms')
  return (
    <Stack gap="md">
      <TextInput
        data-autofocus
        label={t('name.label')}
        placeholder={t('name.hint')}
        required
        maxLength={limits.roomNameCharacters}
        value={fields.name}
        error={nameProblem}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <LogoField
        name={fields.name}
        logo={fields.logo}
        currentUrl={currentLogo}
        onChange={(logo) => onChange({ logo })}
      />
      <Radio.Group
        label={t('access.label')}
        value={fields.access}
        onChange={(value) => {
          const access = roomAccesses.find((one) => one === value)
          if (access) onChange({ access })
        }}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs">
          {roomAccesses.map((access) => (
            <Radio
              key={access}
              value={access}
              label={t(`access.${access}`)}
              description={t(`access.${access}.text`)}
            />
          ))}
        </SimpleGrid>
      </Radio.Group>
      <Textarea
        label={t('description.label')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={limits.roomDescriptionCharacters}
        value={fields.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </Stack>
  )
}
