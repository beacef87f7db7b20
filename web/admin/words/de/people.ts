// The portal says "Sie", unlike the pages of subscribers.
import type { Words } from '../index.ts'

/** The users of a publisher, their roles and invitations. */
export const people: Words['people'] = {
  text: 'Wer hier arbeitet, und was diese Personen dürfen.',
  textForOthers: 'Wer hier arbeitet, und was diese Personen dürfen. Inhaber können das ändern.',
  invite: 'Jemanden einladen',
  searchHint: 'Name oder E-Mail',
  role: 'Rolle',
  allRoles: 'Alle Rollen',
  owners: 'Inhaber',
  editors: 'Redaktion',
  viewers: 'Betrachter',
  active: 'Aktiv',
  invited: 'Eingeladen',
  off: 'Deaktiviert',
  nobodyMatches: 'Niemand passt',
  nobody: 'Noch ist niemand hier',
  you: '{name} (Sie)',
  secondStep: 'Zweiter Schritt',
  codes: 'Codes',
  noStep: 'Keiner',
  lastSignIn: 'Letzte Anmeldung',
  mayView: 'Sieht alles außer API-Schlüsseln und Protokoll',
  mayEdit: 'Ändert auch Kalender, Termine und Widgets und lädt Daten herunter',
  mayAll: 'Darf alles, auch Personen, API-Schlüssel und Protokoll',
  changeNamed: '{name} ändern',
  emailHint: 'Dorthin senden wir eine Einladung. Sie gilt 7 Tage.',
  languageHint: 'Für Nachrichten, die wir senden.',
  send: 'Einladung senden',
  sent: 'Die Einladung an {email} ist unterwegs',
  sendAgain: 'Einladung noch einmal senden',
  sentAgain: 'Eine neue Einladung an {email} ist unterwegs',
  onAgain: '{name} kann sich wieder anmelden',
  offTitle: '{name} deaktivieren?',
  offYourselfTitle: 'Sich selbst deaktivieren?',
  offText:
    'Damit wird die Person sofort überall abgemeldet. Sie kann sich erst wieder anmelden, wenn ein Inhaber sie aktiviert.',
  offYourselfText:
    'Damit werden Sie sofort überall abgemeldet. Ein anderer Inhaber kann Sie wieder aktivieren.',
  offDone: '{name} ist deaktiviert',
  removeTitle: '{name} entfernen?',
  removeYourselfTitle: 'Sich selbst entfernen?',
  removeText:
    'Damit wird {email} sofort überall abgemeldet. Für eine Rückkehr ist eine neue Einladung nötig. Das Protokoll behält, was die Person getan hat.',
  removeDone: '{name} ist entfernt',
  removeStep: 'Zweiten Schritt entfernen',
  removeStepTitle: 'Zweiten Schritt von {name} entfernen?',
  removeStepText:
    'Tun Sie das, wenn die Person ihr Gerät verloren hat. Danach reicht das Passwort oder ein zugesandter Link. Vergewissern Sie sich, dass die Bitte wirklich von dieser Person kommt.',
  removeIt: 'Entfernen',
  removeStepDone: '{name} braucht keinen Code mehr',
}
