import { z } from 'zod'
import { limits } from '../limits.ts'
import { LineOrNothing } from '../text/text.ts'

/** The modifiers of an answer (ANS-06), in prompt order. */
export const modifierNames = ['tone', 'mood', 'format', 'role', 'objective', 'audience', 'language'] as const
export type ModifierName = (typeof modifierNames)[number]

const modifier = LineOrNothing(limits.roomModifierCharacters).optional()
/** One line for each, by name; missing or empty ones have no effect. */
export const Modifiers = z.strictObject({
  tone: modifier,
  mood: modifier,
  format: modifier,
  role: modifier,
  objective: modifier,
  audience: modifier,
  language: modifier,
} satisfies Record<ModifierName, unknown>)
export type Modifiers = { [Name in ModifierName]?: string | undefined }

/** Presets of each modifier beside free text: 10 each, and 17 languages. Models get these exact words; people see translations. */
export const modifierPresets = {
  tone: [
    'Professional',
    'Friendly',
    'Formal',
    'Casual',
    'Confident',
    'Empathetic',
    'Persuasive',
    'Neutral',
    'Direct',
    'Diplomatic',
  ],
  mood: [
    'Optimistic',
    'Calm',
    'Enthusiastic',
    'Serious',
    'Humorous',
    'Inspiring',
    'Curious',
    'Reflective',
    'Urgent',
    'Reassuring',
  ],
  format: [
    'Bullet points',
    'Numbered list',
    'Table',
    'Paragraphs',
    'Step by step',
    'Short summary',
    'Email',
    'Report',
    'Questions and answers',
    'Checklist',
  ],
  role: [
    'Teacher',
    'Software engineer',
    'Marketing specialist',
    'Business analyst',
    'Lawyer',
    'Project manager',
    'Journalist',
    'Data scientist',
    'Designer',
    'Career coach',
  ],
  objective: [
    'Inform',
    'Persuade',
    'Explain',
    'Summarise',
    'Compare',
    'Brainstorm',
    'Solve a problem',
    'Plan',
    'Review',
    'Decide',
  ],
  audience: [
    'General public',
    'Experts',
    'Beginners',
    'Children',
    'Students',
    'Executives',
    'Customers',
    'Colleagues',
    'Investors',
    'Developers',
  ],
  language: [
    'English',
    'French',
    'Vietnamese',
    'Chinese',
    'Arabic',
    'Spanish',
    'German',
    'Portuguese',
    'Italian',
    'Dutch',
    'Russian',
    'Japanese',
    'Korean',
    'Hindi',
    'Turkish',
    'Polish',
    'Indonesian',
  ],
} as const satisfies Record<ModifierName, readonly string[]>
