/** Signing in, setting up, invitations. */
export const entry = {
  signIn: 'Sign in',
  password: 'Password',
  linkInstead: 'Get a link by e-mail instead',
  forgotten: 'I forgot my password',
  welcomeBack: 'Welcome back',
  pressToSignIn: 'Press the button to sign in on this device.',
  anotherWay: 'Sign in another way',
  backToSignIn: 'Back to sign in',
  yourLink: 'Your link',

  byEmail: 'Sign in by e-mail',
  setNewPassword: 'Set a new password',
  linkComes: 'We will send a link to your e-mail.',
  sendLink: 'Send the link',
  sendLinkAgain: 'Send the link again',
  checkEmail: 'Check your e-mail',
  sentForAnHour: 'If {email} has an account here, a link is on its way. It is valid for an hour.',
  sentForMinutes: 'If {email} has an account here, a link is on its way. It is valid for 15 minutes.',
  sentHere:
    'If {email} has an account here, a link is on its way. Open it in this browser, then come back to this page.',
  linkDead: 'This link no longer works',
  overAnHour: 'It was used already, or is more than an hour old.',
  overMinutes: 'It was used already, or is more than 15 minutes old.',
  getNewLink: 'Get a new link',

  codeLabel: 'Code from your authenticator',
  backupLabel: 'Backup code',
  useBackup: 'Use a backup code',
  useAuthenticator: 'Use the authenticator',

  signedOutTitle: 'You have been signed out',
  continueByPassword: 'Sign in to continue. What you typed on this page is still there.',
  continueByLink:
    'Sign in with a link that we send to your e-mail. What you typed on this page is still there.',
  leaveAsOther: 'Leave this page and sign in as someone else',

  resetText: 'This signs you out everywhere else.',
  setAndSignIn: 'Set password and sign in',

  invitationDead: 'This invitation no longer works',
  invitationDeadText:
    'It was used already, is more than seven days old, or was withdrawn. If you have accepted it, sign in. Otherwise ask the person who invited you for a new one.',
  welcome: 'Welcome to {company}',
  invitedBy:
    '{name} has invited you. Set a password, or leave it empty and sign in with links that we e-mail to you.',
  invited:
    'You have been invited. Set a password, or leave it empty and sign in with links that we e-mail to you.',
  accept: 'Accept the invitation',

  emptyTitle: 'Nothing is set up yet',
  emptyText: 'This service has no publisher, so nobody can sign in.',
  emptyHow:
    'At its start it wrote a link to its log. Open that link, name your organisation, choose a password.',
  whereLog:
    'The log is in the terminal where you ran {start}, in {journal} or {docker}. The link works for seven days; each start writes a new one.',
  setUpAlready: 'This service is set up already',
  setUpAlreadyText: 'The link has done its work. If you have no account yet, ask an owner to invite you.',
  setUpDead: 'It is more than seven days old, or was not copied whole.',
  setUpTitle: 'Set up your publisher',
  setUpText: 'You become its owner. All of this can be changed later.',
  company: 'Name of your organisation',
  companyFault: 'Enter a name. People see it in their calendars',
  timezoneFault: 'Choose one',
  yourEmail: 'Your e-mail',
  setUp: 'Set up',
}
