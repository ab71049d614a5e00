/** The terms of use of a service that a team runs for itself, and the gate that asks to accept them. */
export default {
  title: 'Terms of use',
  lead: 'These terms are between you and the organization that runs this Atrium service. They are short and meant to be read.',
  'section.service.title': 'What the service does',
  'section.service.text':
    'Atrium passes your questions to AI models and keeps the answers for you and for the people you share them with. The organization that runs this service decides which models there are, what they cost in credits and how long chats are kept.',
  'section.account.title': 'Your account',
  'section.account.text':
    'Use your own email address and a password that nobody else knows. You are responsible for what is done with your account. If you think someone else is using it, tell the organization that runs this service immediately.',
  'section.content.title': 'What you write and upload',
  'section.content.text':
    'What you write and upload stays yours. You allow the service to store it and to send it to the model that you choose, as far as answering you needs it. Do not put in anything that you have no right to pass on: other people’s personal details, secrets that you promised to keep, works that are not yours to copy.',
  'section.answers.title': 'What models answer',
  'section.answers.text':
    'Answers are written by machines. They can be wrong, out of date or unfair while sounding certain. Check what matters before you rely on it, above all in questions of health, law, money and safety. You are responsible for what you do with an answer.',
  'section.fairUse.title': 'Fair use',
  'section.fairUse.text':
    'Do not use the service to break the law, to harm or deceive people, to make malicious software, to send mass messages, or to get round its limits. Do not try to reach rooms, chats or files that were not shared with you.',
  'section.privacy.title': 'Who can see what',
  'section.privacy.text':
    'Your chats are yours until you share them. Members of a room see what is shared in it. Admins of an account see who its members are and how many credits are used. The people who run the servers can, as with any self-hosted service, technically reach the data on them; ask them how they handle it.',
  'section.credits.title': 'Credits',
  'section.credits.text':
    'Questions take credits, more or fewer by model and length. What a question took is shown in your chat history. An answer that fails before anything was written takes none.',
  'section.age.title': 'Age',
  'section.age.text':
    'You must be at least 18, or of legal age where you live if that is different. Someone under 18 needs the permission of a parent or guardian.',
  'section.ending.title': 'Ending and changes',
  'section.ending.text':
    'You can stop at any time. The organization that runs the service can close an account that breaks these terms. If the terms change in a way that matters, you are asked to accept them before you continue. The service is provided as is; this does not limit rights that you have under the law of your country and that cannot be waived.',
  'gate.title': 'Before you start',
  'gate.confirm': 'I confirm that I am of legal age to use this service',
  'gate.age':
    'You are at least 18, or of legal age in your country. Under 18 you need the permission of a parent or guardian.',
  'gate.missing': 'Please confirm that you are of legal age.',
  'gate.submit': 'Accept and continue',
  'gate.decline': 'Sign out instead',
  back: 'Back',
} as const
