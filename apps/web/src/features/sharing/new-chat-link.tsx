import {
  type AccountId,
  type ChatId,
  type LinkAudience,
  linkAudiences,
  limits,
  type TurnId,
} from '@atrium/contract'
import { Button, NumberInput, Radio, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { linkChanges } from '../../entities/chats/chat-links.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { oneOf } from '../../lib/text/parse.ts'
import { NewLink } from '../../lib/tools/new-link.tsx'
import { useTranslation } from '../../lib/translate.ts'
import styles from './chat-links.module.css'

const lives = [1, 7, limits.usualLinkDays, 90]
const custom = 'custom'
const audienceOf = oneOf(...linkAudiences)

type NewChatLinkProps = { accountId: AccountId; chatId: ChatId; lastTurnId: TurnId; allowsAnyone: boolean }

/** Makes a link to a copy of the branch shown. Its address shows once. */
export function NewChatLink({ accountId, chatId, lastTurnId, allowsAnyone }: NewChatLinkProps) {
  const { t } = useTranslation('shareDialog')
  const [audience, setAudience] = useState<LinkAudience>('account')
  const [life, setLife] = useState(String(limits.usualLinkDays))
  const [days, setDays] = useState<number | string>(limits.usualLinkDays)
  const [url, setUrl] = useState<string | null>(null)
  const [least, most] = [1, limits.maxLinkDays]
  const expiresInDays = Number(life === custom ? days : life)
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'days'>(
    () =>
      Number.isInteger(expiresInDays) && expiresInDays >= least && expiresInDays <= most
        ? {}
        : { days: t('links.wrong', { least, most }) },
    async () => {
      setUrl(null)
      const made = await linkChanges(accountId, chatId).create({
        turnId: lastTurnId,
        audience,
        expiresInDays,
      })
      setUrl(made.url)
    },
  )
  return (
    <>
      <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <Radio.Group
          className={styles.who}
          label={t('links.who')}
          value={audience}
          onChange={(value) => setAudience(audienceOf(value) ?? audience)}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="account" label={t('links.account')} />
            <Radio
              value="anyone"
              label={t('links.anyone')}
              description={t(allowsAnyone ? 'links.anyone.text' : 'links.anyone.closed')}
              disabled={!allowsAnyone}
            />
          </Stack>
        </Radio.Group>
        <Select
          label={t('links.life')}
          value={life}
          onChange={(chosen) => chosen && setLife(chosen)}
          allowDeselect={false}
          data={[
            ...lives.map((count) => ({ value: String(count), label: t('links.days', { count }) })),
            { value: custom, label: t('links.custom') },
          ]}
        />
        {life === custom && (
          <NumberInput
            name="days"
            label={t('links.customDays')}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            value={days}
            error={problems.days}
            onChange={(value) => {
              setDays(value)
              forget('days')
            }}
          />
        )}
        <Button type="submit" variant="default" loading={isSending}>
          {t('links.create')}
        </Button>
      </form>
      <FailureNote failure={failure} />
      {url !== null && (
        <NewLink
          url={url}
          words={{
            label: t('links.new'),
            copy: t('links.copy'),
            copied: t('links.copied'),
            once: t('links.once'),
          }}
        />
      )}
    </>
  )
}
