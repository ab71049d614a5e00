import { createFileRoute } from '@tanstack/react-router'
import { AddMemberPhone } from '../../features/rooms/phone/add-member-phone.tsx'

export const Route = createFileRoute('/_app/add-member-mobile')({ component: AddMemberPhone })
