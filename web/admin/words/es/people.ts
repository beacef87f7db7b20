// The portal says "usted", unlike the pages of subscribers.
import type { Words } from '../index.ts'

/** The users of a publisher, their roles and invitations. */
export const people: Words['people'] = {
  text: 'Las personas que trabajan aquí y lo que pueden hacer.',
  textForOthers: 'Las personas que trabajan aquí y lo que pueden hacer. Los propietarios pueden cambiarlo.',
  invite: 'Invitar a alguien',
  searchHint: 'Nombre o correo',
  role: 'Papel',
  allRoles: 'Todos los papeles',
  owners: 'Propietarios',
  editors: 'Editores',
  viewers: 'Lectores',
  active: 'Activo',
  invited: 'Invitado',
  off: 'Desactivado',
  nobodyMatches: 'Nadie coincide',
  nobody: 'Todavía no hay nadie aquí',
  you: '{name} (usted)',
  secondStep: 'Segundo paso',
  codes: 'Códigos',
  noStep: 'Ninguno',
  lastSignIn: 'Último inicio de sesión',
  mayView: 'Lo ve todo, salvo las claves de API y el registro de auditoría',
  mayEdit: 'Además cambia calendarios, eventos y widgets, y descarga datos',
  mayAll: 'Puede hacerlo todo, también con personas, claves de API y registro de auditoría',
  changeNamed: 'Cambiar {name}',
  emailHint: 'Enviamos allí una invitación. Es válida durante 7 días.',
  languageHint: 'Para los mensajes que enviamos.',
  send: 'Enviar la invitación',
  sent: 'La invitación a {email} está en camino',
  sendAgain: 'Enviar la invitación de nuevo',
  sentAgain: 'Una nueva invitación a {email} está en camino',
  onAgain: '{name} puede volver a iniciar sesión',
  offTitle: '¿Desactivar a {name}?',
  offYourselfTitle: '¿Desactivarse a sí mismo?',
  offText:
    'La persona queda desconectada al momento en todas partes. No puede iniciar sesión hasta que un propietario la active de nuevo.',
  offYourselfText:
    'Su sesión se cierra al momento en todas partes. Otro propietario puede activarle de nuevo.',
  offDone: '{name} ya no puede entrar',
  removeTitle: '¿Quitar a {name}?',
  removeYourselfTitle: '¿Quitarse a sí mismo?',
  removeText:
    'La sesión de {email} se cierra al momento en todas partes. Para volver hace falta una nueva invitación. El registro de auditoría conserva lo que hizo.',
  removeDone: '{name} ya no está en la lista',
  removeStep: 'Quitar el segundo paso',
  removeStepTitle: '¿Quitar el segundo paso de {name}?',
  removeStepText:
    'Hágalo si la persona ha perdido su dispositivo. Desde entonces basta la contraseña o un enlace enviado por correo. Asegúrese de que la petición viene de verdad de ella.',
  removeIt: 'Quitarlo',
  removeStepDone: '{name} ya no necesita código',
}
