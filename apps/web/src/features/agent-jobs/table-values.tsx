import { NativeSelect, TextInput } from '@mantine/core'
import { limits } from '@atrium/contract'
import { useTranslation } from '../../lib/translate.ts'
import styles from './agent-jobs.module.css'
import type { TableRunForm } from './use-table-run.ts'

const sameText = 'text'

/** For each variable of the question, the column that fills it, or one text for all rows. */
export function TableValues({ run: { table, values, setValue } }: { run: TableRunForm }) {
  const { t } = useTranslation('agentJobs')
  const columns = (table?.columns ?? []).map(({ header }, index) => ({
    value: String(index),
    label: header,
  }))
  return (
    <fieldset className={styles.values}>
      <legend>{t('table.values')}</legend>
      {values.map(({ variable, from }) => (
        <div key={variable} className={styles.pair}>
          <NativeSelect
            label={<bdi>{variable}</bdi>}
            value={from.kind === 'text' ? sameText : String(from.column)}
            data={[...columns, { value: sameText, label: t('table.same') }]}
            onChange={({ currentTarget: { value } }) =>
              setValue(
                variable,
                value === sameText ? { kind: 'text', text: '' } : { kind: 'column', column: Number(value) },
              )
            }
          />
          {from.kind === 'text' && (
            <TextInput
              label={t('table.sameFor', { name: variable })}
              dir="auto"
              maxLength={limits.promptValueCharacters}
              value={from.text}
              onChange={({ currentTarget }) =>
                setValue(variable, { kind: 'text', text: currentTarget.value })
              }
            />
          )}
        </div>
      ))}
    </fieldset>
  )
}
