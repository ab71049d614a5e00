import { expect, test } from 'vitest'
import { asksForSummary } from './asks-for-summary.ts'

test.each([
  'What is in this file?',
  'Summarise the report.',
  'What does the document say?',
  'Give me an overview of it',
  'De quoi parle ce document ?',
  'Résume-moi le rapport',
  'Tóm tắt tài liệu này',
  'Tệp này nói về gì?',
  '这个文件讲了什么？',
  '请总结一下',
  'لخص هذا التقرير',
  'ماذا يوجد في الملف؟',
])('KB-06 %s is about a file as a whole', (question) => {
  expect(asksForSummary(question)).toBe(true)
})

test.each(['How many days of leave are there?', 'Quel est le prix ?', '年假有几天？', 'متى يبدأ العمل؟'])(
  'KB-06 %s is about something in it',
  (question) => {
    expect(asksForSummary(question)).toBe(false)
  },
)
