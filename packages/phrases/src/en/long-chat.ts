/** What long conversations have: the outline, summaries of their oldest part, the gauge of their length. */
export default {
  messages: 'Messages',
  'turns.failed': 'These messages could not be loaded.',
  'outline.open': 'Questions of this chat',
  'outline.title': 'Go to a question',
  'outline.find': 'Find a question',
  'outline.questions': 'Questions of this chat',
  'outline.here': 'You are here',
  'outline.none': 'No question begins with these words.',
  'summary.label': 'Summary of what was said before',
  'summary.sent_one': 'The question before this is sent as a summary',
  'summary.sent_other': 'The {{count, number}} earlier questions are sent as a summary',
  'summary.putAside_one': 'The question before this is sent in full, not as a summary',
  'summary.putAside_other': 'The {{count, number}} earlier questions are sent in full, not as a summary',
  'summary.by':
    'Written by {{model}}. Only the model reads it in place of the messages above; for you they stay as they are.',
  'summary.edited':
    'Changed by you. Only the model reads it in place of the messages above; for you they stay as they are.',
  'summary.edit': 'Change the summary',
  'summary.editor': 'Text of the summary',
  'summary.save': 'Save',
  'summary.sendAll': 'Send everything again',
  'summary.use': 'Send the summary',
  summarising: 'Summarising the earlier part…',
  'gauge.title': 'Length of the conversation',
  'gauge.label': 'The conversation takes {{part}} of what the model can read',
  'gauge.numbers': '{{tokens, number}} of {{limit, number}} tokens ({{part}})',
  'gauge.later':
    'When four fifths are reached, the oldest part is sent to the model as a summary. What you see stays as it is.',
  'gauge.next_one':
    'Before your next question the oldest one is summarised for the model. What you see stays as it is.',
  'gauge.next_other':
    'Before your next question the {{count, number}} oldest ones are summarised for the model. What you see stays as it is.',
  'gauge.full':
    'Your question is too long for this model, whatever is summarised before it. Shorten it, or choose a model that reads more.',
  'gauge.sendsAll':
    'Everything is sent in full in this chat. If you have it summarised, the model reads a summary of the oldest part instead.',
  'gauge.summarise': 'Summarise the earlier part',
  'gauge.nothing': 'There is nothing to summarise yet.',
  'tooLong.by_one': 'It is {{count, number}} token too long.',
  'tooLong.by_other': 'It is {{count, number}} tokens too long.',
  'tooLong.summarise': 'Summarise the earlier part and ask again',
} as const
