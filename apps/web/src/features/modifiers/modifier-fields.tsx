import { limits, modifierNames, type Modifiers } from '@atrium/contract'
import { Autocomplete, SimpleGrid } from '@mantine/core'
import { useTranslation } from '../../lib/translate.ts'
import { presetsOf, shownModifier, storedModifier } from './modifier-labels.ts'

type ModifierFieldsProps = { modifiers: Modifiers; onChange: (modifiers: Modifiers) => void }

/** The seven modifiers of answers (ANS-06): each from a list or free text. */
export function ModifierFields({ modifiers, onChange }: ModifierFieldsProps) {
  const { t, language } = useTranslation(['shaping', 'rooms'])
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
      {modifierNames.map((name) => {
        const presets = presetsOf(t, language, name)
        return (
          <Autocomplete
            key={name}
            label={t(`rooms:modifier.${name}`)}
            placeholder={t('customise.placeholder')}
            dir="auto"
            data={presets.map(({ label }) => label)}
            // Offers all presets even when one is chosen, so that the choice can be changed.
            filter={({ options, search }) =>
              presets.some(({ label }) => label === search)
                ? options
                : options.filter(
                    (option) =>
                      'label' in option &&
                      'value' in option &&
                      option.label.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()),
                  )
            }
            maxLength={limits.roomModifierCharacters}
            comboboxProps={{ withinPortal: true, shadow: 'md' }}
            // The list itself scrolls, so that accessibility checks see that the combobox's keys reach it.
            withScrollArea={false}
            styles={{ options: { maxBlockSize: 240, overflowY: 'auto' } }}
            clearable
            openOnFocus={false}
            value={shownModifier(presets, modifiers[name] ?? '')}
            onChange={(shown) => onChange({ ...modifiers, [name]: storedModifier(presets, shown) })}
          />
        )
      })}
    </SimpleGrid>
  )
}
