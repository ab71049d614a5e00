import { AUTO_MODEL_ID, limits, type Model } from '@atrium/contract'
import { UnstyledButton } from '@mantine/core'
import { IconArrowsLeftRight, IconBulb, IconFileText, IconMap2 } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { activeContext } from '../../../lib/api/api.ts'
import { storedWelcome } from '../../../lib/stored.ts'
import { useUser, useUserInfo } from '../../../lib/session/use-session.ts'
import { useRoom } from '../../../entities/rooms/use-room.ts'
import { isSandboxAlone, SandboxBanner } from './sandbox-banner.tsx'
import styles from './chat.module.css'
import { withPhrases } from '../../../lib/phrases.ts'

const starters = [
  { title: 'starter.summarise.title', text: 'starter.summarise.text', icon: IconFileText },
  { title: 'starter.plan.title', text: 'starter.plan.text', icon: IconMap2 },
  { title: 'starter.compare.title', text: 'starter.compare.text', icon: IconArrowsLeftRight },
  { title: 'starter.explain.title', text: 'starter.explain.text', icon: IconBulb },
] as const

const InviteWelcome = lazy(() =>
  withPhrases(import('../../accounts/invite-welcome.tsx'), 'invites').then((module) => ({
    default: module.InviteWelcome,
  })),
)

/** The greeting above the composer of an empty chat. */
export function Greeting({ firstName }: { firstName: string }) {
  const { t } = useTranslation('chat')
  const room = useRoom()
  const userId = useUser()?.id
  const welcome = storedWelcome.read()
  const {
    ui_new_chat_bg_image: picture,
    ui_new_chat_title: title,
    ui_new_chat_text: text,
  } = useUserInfo() ?? {}
  return (
    <div className={styles.greeting}>
      {picture && <img className={styles.promotion} src={picture} alt="" />}
      {welcome?.userId === userId && welcome?.accountId === activeContext.accountId() && (
        <Suspense>
          <InviteWelcome {...welcome} roomName={room?.id === welcome.roomId ? room.name : undefined} />
        </Suspense>
      )}
      <h1 className={styles.hello}>
        {title ?? (firstName ? t('greeting', { name: firstName }) : t('greeting.nameless'))}
      </h1>
      <p className={styles.lead} dir="auto">
        {text ?? t('welcome.text')}
      </p>
      {room !== null && (
        <p className={styles.room} dir="auto">
          {room && t('welcome.room', { room: room.name })}
        </p>
      )}
    </div>
  )
}

const RoomFacts = lazy(() =>
  import('../../rooms/room-facts.tsx').then((module) => ({ default: module.RoomFacts })),
)

type BelowStartersProps = { models: readonly Model[] | null; modelId: string }

/** The sandbox notice and the facts of the room. Their space is reserved, so nothing moves when they load. */
export function BelowStarters({ models, modelId }: BelowStartersProps) {
  const { t } = useTranslation('models')
  const room = useRoom()
  const accountId = activeContext.accountId()
  const model = models?.find((one) => one.modelId === modelId)
  const modelName = modelId === AUTO_MODEL_ID ? t('auto.name') : (model?.displayName ?? null)
  return (
    <div className={styles.below}>
      {isSandboxAlone(models) && <SandboxBanner />}
      {models !== null && room && accountId !== null && (
        <Suspense>
          <RoomFacts key={room.id} accountId={accountId} room={room} modelName={modelName} />
        </Suspense>
      )}
    </div>
  )
}

/** The places of the suggested templates, while they load. */
export function WaitingStarters() {
  return (
    <ul className={styles.starters} data-part="starters" aria-hidden="true">
      {Array.from({ length: limits.promptsForEmptyChat }, (_, index) => (
        <li key={index} className={styles.starterWaiting} />
      ))}
    </ul>
  )
}

/** A few beginnings, where no templates can be suggested; each fills the composer and leaves the sending to its author. */
export function Starters({ onChoose }: { onChoose: (text: string) => void }) {
  const { t } = useTranslation('chat')
  return (
    <ul className={styles.starters} data-part="starters" aria-label={t('welcome.starters')}>
      {starters.map(({ title, text, icon: Icon }) => (
        <li key={title}>
          <UnstyledButton className={styles.starter} onClick={() => onChoose(t(text))}>
            <Icon size={18} stroke={1.6} aria-hidden="true" />
            <span className={styles.starterName}>{t(title)}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
