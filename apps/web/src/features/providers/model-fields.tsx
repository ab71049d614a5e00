import { type OfferedModel, writingCategories } from '@atrium/contract'
import { Checkbox, NumberInput, Select, TextInput } from '@mantine/core'
import { useTranslation } from '../../lib/translate.ts'
import styles from './providers.module.css'

type ModelFieldsProps = {
  model: OfferedModel
  issues: string[]
  onChange: (model: OfferedModel) => void
}

const flags = [
  'reasoning',
  'image_processing',
  'tool_calls',
  'spreadsheet_agent',
  'followupQuestionsDefault',
] as const
const prices = ['input', 'cachedInput', 'output'] as const

/** All fields of a model: for display, for Auto, and its price. */
export function ModelFields({ model, issues, onChange }: ModelFieldsProps) {
  const { t } = useTranslation(['providers', 'models'])
  const problemOf = (field: string) =>
    issues.includes(field) ? t(field === 'id' ? 'model.taken' : 'model.wrong') : undefined
  const text = (field: 'displayName' | 'id' | 'description', most: number) => (
    <TextInput
      size="sm"
      className={field === 'description' ? styles.whole : undefined}
      label={t(`model.${field}`)}
      description={field === 'id' ? t('model.id.text') : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      maxLength={most}
      autoComplete="off"
      value={model[field]}
      error={problemOf(field)}
      onChange={(event) => onChange({ ...model, [field]: event.currentTarget.value })}
    />
  )
  const whole = (field: 'contextLimit' | 'maxOutputTokens' | 'speed' | 'quality', most: number) => (
    <NumberInput
      size="sm"
      label={t(`model.${field}`)}
      min={1}
      max={most}
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=" "
      hideControls
      value={model[field]}
      error={problemOf(field)}
      onChange={(value) => onChange({ ...model, [field]: Number(value) })}
    />
  )
  return (
    <div className={styles.fields}>
      {text('displayName', 60)}
      {text('id', 121)}
      {text('description', 500)}
      <Select
        size="sm"
        label={t('model.category')}
        value={model.category}
        allowDeselect={false}
        data={writingCategories.map((category) => ({
          value: category,
          label: t(`models:category.${category}`),
        }))}
        onChange={(category) => category && onChange({ ...model, category })}
      />
      <div className={styles.pair}>
        {whole('speed', 5)}
        {whole('quality', 5)}
      </div>
      {whole('contextLimit', 10_000_000)}
      {whole('maxOutputTokens', 10_000_000)}
      <fieldset className={styles.prices}>
        <legend>{t('model.price')}</legend>
        {prices.map((field) => (
          <NumberInput
            key={field}
            size="sm"
            label={t(`model.${field}`)}
            min={0}
            max={10_000}
            decimalScale={6}
            allowNegative={false}
            hideControls
            value={model.price[field]}
            error={problemOf(`price.${field}`)}
            onChange={(value) => onChange({ ...model, price: { ...model.price, [field]: Number(value) } })}
          />
        ))}
      </fieldset>
      <div className={styles.flags}>
        {flags.map((flag) => (
          <Checkbox
            key={flag}
            size="sm"
            label={t(`model.${flag}`)}
            checked={model[flag]}
            onChange={(event) => onChange({ ...model, [flag]: event.currentTarget.checked })}
          />
        ))}
      </div>
    </div>
  )
}
