// The portal says "Sie", unlike the pages of subscribers.
import type { Words } from '../index.ts'

/** Signing in, setting up, invitations. */
export const entry: Words['entry'] = {
  signIn: 'Anmelden',
  password: 'Passwort',
  linkInstead: 'Stattdessen einen Link per E-Mail erhalten',
  forgotten: 'Ich habe mein Passwort vergessen',
  welcomeBack: 'Willkommen zurück',
  pressToSignIn: 'Drücken Sie die Schaltfläche, um sich auf diesem Gerät anzumelden.',
  anotherWay: 'Anders anmelden',
  backToSignIn: 'Zurück zur Anmeldung',
  yourLink: 'Ihr Link',
  byEmail: 'Per E-Mail anmelden',
  setNewPassword: 'Neues Passwort festlegen',
  linkComes: 'Wir senden einen Link an Ihre E-Mail-Adresse.',
  sendLink: 'Link senden',
  sendLinkAgain: 'Link noch einmal senden',
  checkEmail: 'Sehen Sie in Ihre E-Mails',
  sentForAnHour: 'Wenn {email} hier ein Konto hat, ist ein Link unterwegs. Er gilt eine Stunde.',
  sentForMinutes: 'Wenn {email} hier ein Konto hat, ist ein Link unterwegs. Er gilt 15 Minuten.',
  sentHere:
    'Wenn {email} hier ein Konto hat, ist ein Link unterwegs. Öffnen Sie ihn in diesem Browser und kommen Sie dann zu dieser Seite zurück.',
  linkDead: 'Dieser Link funktioniert nicht mehr',
  overAnHour: 'Er wurde schon benutzt oder ist älter als eine Stunde.',
  overMinutes: 'Er wurde schon benutzt oder ist älter als 15 Minuten.',
  getNewLink: 'Neuen Link anfordern',
  codeLabel: 'Code aus Ihrer Authenticator-App',
  backupLabel: 'Ersatzcode',
  useBackup: 'Ersatzcode verwenden',
  useAuthenticator: 'Authenticator verwenden',
  signedOutTitle: 'Sie wurden abgemeldet',
  continueByPassword: 'Melden Sie sich an, um fortzufahren. Ihre Eingaben auf dieser Seite sind noch da.',
  continueByLink:
    'Melden Sie sich mit einem Link an, den wir an Ihre E-Mail-Adresse senden. Ihre Eingaben auf dieser Seite sind noch da.',
  leaveAsOther: 'Diese Seite verlassen und als jemand anderes anmelden',
  resetText: 'Damit werden Sie überall sonst abgemeldet.',
  setAndSignIn: 'Passwort festlegen und anmelden',
  invitationDead: 'Diese Einladung funktioniert nicht mehr',
  invitationDeadText:
    'Sie wurde schon benutzt, ist älter als sieben Tage oder wurde zurückgezogen. Wenn Sie sie angenommen haben, melden Sie sich an. Sonst bitten Sie die Person, die Sie eingeladen hat, um eine neue.',
  welcome: 'Willkommen bei {company}',
  invitedBy:
    '{name} hat Sie eingeladen. Legen Sie ein Passwort fest, oder lassen Sie es leer und melden Sie sich mit Links an, die wir Ihnen per E-Mail senden.',
  invited:
    'Sie wurden eingeladen. Legen Sie ein Passwort fest, oder lassen Sie es leer und melden Sie sich mit Links an, die wir Ihnen per E-Mail senden.',
  accept: 'Einladung annehmen',
  emptyTitle: 'Hier ist noch nichts eingerichtet',
  emptyText: 'Dieser Dienst hat noch keine Organisation, daher kann sich niemand anmelden.',
  emptyHow:
    'Bei seinem Start hat er einen Link in sein Log geschrieben. Öffnen Sie diesen Link, benennen Sie Ihre Organisation und wählen Sie ein Passwort.',
  whereLog:
    'Das Log steht in dem Terminal, in dem Sie {start} ausgeführt haben, in {journal} oder {docker}. Der Link gilt sieben Tage; jeder Start schreibt einen neuen.',
  setUpAlready: 'Dieser Dienst ist schon eingerichtet',
  setUpAlreadyText:
    'Der Link hat seinen Zweck erfüllt. Wenn Sie noch kein Konto haben, bitten Sie einen Inhaber um eine Einladung.',
  setUpDead: 'Er ist älter als sieben Tage oder wurde nicht vollständig kopiert.',
  setUpTitle: 'Ihre Organisation einrichten',
  setUpText: 'Sie werden ihr Inhaber. Alles lässt sich später ändern.',
  company: 'Name Ihrer Organisation',
  companyFault: 'Geben Sie einen Namen ein. Man sieht ihn im Kalender',
  timezoneFault: 'Wählen Sie eine',
  yourEmail: 'Ihre E-Mail',
  setUp: 'Einrichten',
}
