import type { Account } from '@atrium/contract'
import { Button, Fieldset, Tabs } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { errorText } from '../../../lib/text/error-text.ts'
import { showToast } from '../../../lib/toasts/toasts.ts'
import { ContextFilesChoice } from '../../context-files/index.ts'
import styles from './add-room.module.css'
import { createRoom } from '../../../entities/rooms/create-room.ts'
import type { RoomDraft } from '../../../entities/rooms/create-room-flow.ts'
import { InstructionsFields } from '../instructions-fields.tsx'
import { MemberChooser } from '../members/member-chooser.tsx'
import { RoomModelsField } from '../room-models-field.tsx'
import { RoomFieldsForm } from '../room-fields.tsx'

const emptyDraft: RoomDraft = {
  name: '',
  access: 'PRIVATE',
  description: '',
  logo: null,
  members: [],
  files: [],
  instructions: { text: '', modifiers: {} },
  allowedModelIds: null,
}

type AddRoomFormProps = { account: Account; onClose: () => void; onCreated: () => void }

/** The tabs of a new room; nothing is sent before 'Create'. */
export function AddRoomForm({ account, onClose, onCreated }: AddRoomFormProps) {
  const { t } = useTranslation(['rooms', 'contextFiles'])
  const [draft, setDraft] = useState(emptyDraft)
  const [tab, setTab] = useState<string | null>('general')
  const [isCreating, setCreating] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const change = (changes: Partial<RoomDraft>) => setDraft((known) => ({ ...known, ...changes }))
  const isNameTaken = failure instanceof ApiError && failure.code === 'ROOM_NAME_TAKEN'

  const create = async () => {
    if (isCreating || draft.name.trim() === '') return
    if (draft.allowedModelIds?.length === 0) return setTab('instructions')
    setCreating(true)
    setFailure(null)
    const outcome = await createRoom(account.id, draft)
    for (const { phrase, tone } of outcome.toasts) void showToast(t(phrase), tone)
    if (outcome.isCreated) {
      onClose()
      onCreated()
      return
    }
    setFailure(outcome.failure)
    setTab('general')
    setCreating(false)
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <p className={styles.intro}>{t('add.intro')}</p>
      <Tabs
        value={tab}
        onChange={setTab}
        keepMounted={false}
        classNames={{ root: styles.tabs ?? '', list: styles.tabList ?? '', tab: styles.tab ?? '' }}
      >
        <Tabs.List>
          <Tabs.Tab value="general">{t('tab.general')}</Tabs.Tab>
          <Tabs.Tab value="members" disabled={draft.access === 'PUBLIC'}>
            {t('tab.members')}
          </Tabs.Tab>
          <Tabs.Tab value="context">{t('contextFiles:label')}</Tabs.Tab>
          <Tabs.Tab value="instructions">{t('tab.instructions')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="general" className={styles.panel ?? ''}>
          <RoomFieldsForm
            fields={draft}
            nameProblem={isNameTaken ? errorText(failure) : null}
            onChange={(changes) => {
              if (changes.name !== undefined) setFailure(null)
              change(changes)
            }}
          />
        </Tabs.Panel>
        <Tabs.Panel value="members" className={styles.panel ?? ''}>
          <MemberChooser
            account={account}
            roomId={null}
            chosen={draft.members}
            onChange={(members) => change({ members })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="context" className={styles.panel ?? ''}>
          <ContextFilesChoice account={account} files={draft.files} onChange={(files) => change({ files })} />
        </Tabs.Panel>
        <Tabs.Panel value="instructions" className={styles.panel ?? ''}>
          <InstructionsFields
            instructions={draft.instructions}
            onChange={(instructions) => change({ instructions })}
          />
          <Fieldset
            legend={t('models.label')}
            variant="unstyled"
            m={0}
            mt="lg"
            p={0}
            styles={{ legend: { padding: 0, fontSize: 'var(--text-sm)', fontWeight: 600 } }}
          >
            <RoomModelsField
              accountId={account.id}
              value={draft.allowedModelIds}
              onChange={(allowedModelIds) => change({ allowedModelIds })}
            />
          </Fieldset>
        </Tabs.Panel>
      </Tabs>
      <footer className={styles.foot}>
        {failure !== null && !isNameTaken && (
          <p role="alert" className={styles.failure}>
            {errorText(failure)}
          </p>
        )}
        <Button type="submit" loading={isCreating} disabled={draft.name.trim() === ''}>
          {t('add.create')}
        </Button>
      </footer>
    </form>
  )
}
