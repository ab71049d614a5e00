import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import styles from './api-reference.module.css'
import type { Field } from './describe-schema.ts'
import type { Call, Parameter, Payload } from './read-reference.ts'

const callers = [
  'anyone',
  'refresh-cookie',
  'signed-in',
  'accepted-terms',
  'account-member',
  'account-admin',
  'system-admin',
  'file-signature',
] as const

/**
 * One call: a line that expands to its parameters and results, which are rendered when it is first opened: those of every call are
 * tens of thousands of elements. The contract's texts are English in every language.
 */
export function CallDetails({ call }: { call: Call }) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <details
      className={styles.call}
      id={call.name}
      onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}
    >
      <summary className={styles.line}>
        <span className={styles.method} data-method={call.method}>
          {call.method}
        </span>
        <code className={styles.path} dir="ltr">
          {call.path}
        </code>
        <span className={styles.summary} lang="en" dir="ltr">
          {call.summary}
        </span>
      </summary>
      {wasOpened && <CallBody call={call} />}
    </details>
  )
}

function CallBody({ call }: { call: Call }) {
  const { t } = useTranslation('reference')
  const caller = callers.find((one) => one === call.caller)
  return (
    <div className={styles.body}>
      <p className={styles.facts}>
        <code dir="ltr">{call.name}</code> · {caller ? t(`caller.${caller}`) : call.caller}
      </p>
      {call.parameters.length > 0 && <FieldTable title={t('parameters')} fields={call.parameters} />}
      {call.body && <PayloadTable title={t('body')} payload={call.body} />}
      <PayloadTable title={t('reply', { status: call.replyStatus })} payload={call.reply} />
      <h3 className={styles.part}>{t('errors')}</h3>
      <dl className={styles.errors} dir="ltr">
        {call.errors.map(({ status, codes }) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>
              {codes.map((code) => (
                <code key={code}>{code}</code>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function PayloadTable({ title, payload }: { title: string; payload: Payload | null }) {
  const { t } = useTranslation('reference')
  if (payload && payload.fields.length > 0)
    return <FieldTable title={title} note={payload.mediaType} fields={payload.fields} />
  return (
    <>
      <h3 className={styles.part}>{title}</h3>
      <p className={styles.facts} dir="auto">
        {payload ? `${payload.mediaType} ${payload.type}` : t('nothing')}
      </p>
    </>
  )
}

type FieldTableProps = { title: string; note?: string; fields: readonly (Field | Parameter)[] }

function FieldTable({ title, note, fields }: FieldTableProps) {
  const { t } = useTranslation('reference')
  return (
    <>
      <h3 className={styles.part}>
        {title} {note && <code dir="ltr">{note}</code>}
      </h3>
      {/* A table wider than the page scrolls horizontally, and is focusable to scroll by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} role="group" aria-label={title} tabIndex={0}>
        <table className={styles.table} dir="ltr">
          <thead>
            <tr>
              <th scope="col">{t('column.name')}</th>
              <th scope="col">{t('column.type')}</th>
              <th scope="col">{t('column.about')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={`${'place' in field ? field.place : ''} ${field.name}`}>
                <td>
                  <code>{field.name}</code>
                </td>
                <td>
                  <code>{field.type}</code>
                </td>
                <td dir="auto">
                  <About field={field} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const places = ['path', 'query', 'header'] as const

function About({ field }: { field: Field | Parameter }) {
  const { t } = useTranslation('reference')
  const place = 'place' in field ? places.find((one) => one === field.place) : undefined
  const facts = [
    place && t(`place.${place}`),
    field.isRequired && t('required'),
    field.preset !== undefined && t('preset', { value: field.preset }),
  ].filter(Boolean)
  return (
    <>
      {facts.join(' · ')}
      {'note' in field && field.note !== '' && (
        <>
          {' · '}
          <span lang="en">{field.note}</span>
        </>
      )}
    </>
  )
}
