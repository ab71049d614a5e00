import { EmptyState } from '@atrium/ui'
import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Translate } from '../../../lib/translate.ts'

type NothingYetProps<Named extends 'agentJobs' | 'schedules'> = { t: Translate<Named>; icon: Icon }

/** No job or no schedule: what they are, and the way to a new chat, which starts one. */
export function NothingYet<Named extends 'agentJobs' | 'schedules'>({
  t,
  icon: Mark,
}: NothingYetProps<Named>) {
  // Both have the same keys, so the calls are typed by one of them.
  const say = t as unknown as Translate<'agentJobs'>
  return (
    <EmptyState
      icon={<Mark size={24} stroke={1.6} />}
      title={say('empty.title')}
      text={say('empty.text')}
      action={
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to="/chat/$chatId" params={{ chatId: 'new' }} />}
        >
          {say('empty.action')}
        </Button>
      }
    />
  )
}
