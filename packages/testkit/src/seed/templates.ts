import { call } from '../api-client.ts'
import type { EventPlace } from './events.ts'

type Template = {
  title: string
  promptText: string
  description: string
  tags: string[]
  language: 'en' | 'fr' | 'vi' | 'zh' | 'ar'
}

const toAccount: Template = {
  title: 'Reply to a worried farmer',
  promptText:
    'Write a reply to a farmer whose #{probe: type and serial number}# shows #{what they see}#.\nTone: #{tone: calm | formal | cheerful}#. Name the next step, who takes it and by when. At most 120 words, in #{language: English | French | Vietnamese | Arabic}#.',
  description: 'Calm, short and with a next step, as our letters are.',
  tags: ['Customers', 'Support'],
  language: 'en',
}
const toSupport: Template = {
  title: 'Decide a warranty case',
  promptText:
    'Decide by our warranty terms whether this is covered: #{product}#, bought on #{date of purchase}#, with this fault: #{fault}#.\nQuote the sentence that decides it. If it is unclear, list the questions to ask first.',
  description: 'Cites the clause that decides.',
  tags: ['Warranty'],
  language: 'en',
}
const ofOwner: Template[] = [
  {
    title: 'Prepare the weekly meeting',
    promptText:
      'Make an agenda of #{minutes: 30 | 45 | 60}# minutes from these notes. For each item: goal, owner, time.\n\n#{notes: paste them here}#',
    description: 'From loose notes to an agenda with owners.',
    tags: ['Team'],
    language: 'en',
  },
  {
    title: 'Release note for farmers',
    promptText:
      'Turn the change log of firmware #{version}# into a release note that a farmer understands: what is better, what to do, what stays the same.\n\n#{change log}#',
    description: 'No word that only engineers know.',
    tags: ['Firmware', 'Customers'],
    language: 'en',
  },
]
const ofOthers: { person: string; template: Template }[] = [
  {
    person: 'claire',
    template: {
      title: 'Relire une clause',
      promptText:
        'Relis cette clause du point de vue de #{partie: vendeur | acheteur}#. Signale ce qui est ambigu, puis propose une rédaction plus claire.\n\n#{clause}#',
      description: 'Ambiguïtés d’abord, rédaction ensuite.',
      tags: ['Contrats'],
      language: 'fr',
    },
  },
  {
    person: 'wei',
    template: {
      title: '排查传感器故障',
      promptText:
        '传感器 #{型号}# 出现 #{现象}#。请按可能性从高到低列出原因，并为每个原因给出一个 #{时间: 10 分钟 | 1 小时}# 内能完成的检查。',
      description: '先查最可能的原因。',
      tags: ['固件'],
      language: 'zh',
    },
  },
  {
    person: 'layla',
    template: {
      title: 'رد على عميل',
      promptText:
        'اكتب ردًا على عميل بخصوص #{الموضوع}# بنبرة #{النبرة: ودية | رسمية}#. اذكر الخطوة التالية ومن يقوم بها ومتى.',
      description: 'رد قصير وفيه خطوة تالية.',
      tags: ['العملاء'],
      language: 'ar',
    },
  },
]

/** Question templates of the team: its account's, a room's and people's own, some starred and used. */
export async function addTemplates({ apiOf, roomOf }: EventPlace): Promise<void> {
  const amara = await apiOf('amara')
  const { data: shared } = await call('createPrompt', amara, { body: { ...toAccount, source: 'account' } })
  await call('createPrompt', await apiOf('priya', 'Support'), {
    body: { ...toSupport, source: 'room', roomId: roomOf('Support') },
  })
  for (const template of ofOwner) await call('createPrompt', amara, { body: template })
  for (const { person, template } of ofOthers)
    await call('createPrompt', await apiOf(person), { body: template })
  const values = {
    probe: 'OX-4, 20731',
    'what they see': '0 % oxygen since Monday',
    tone: 'calm',
    language: 'English',
  }
  await call('usePrompt', await apiOf('kwame'), { params: { promptId: shared.promptId }, body: { values } })
  const { data: library } = await call('listPrompts', amara, { query: { source: 'atrium' } })
  for (const { promptId } of [shared, ...library.slice(0, 2)])
    await call('starPrompt', amara, { params: { promptId }, body: { starred: true } })
}
