/** The kind of device, which decides which calendar applications are likely. */
export type Device = 'ios' | 'mac' | 'android' | 'windows' | 'other'

/** Reads the device from the user agent. iPads report themselves as Macs, but have a touch screen. */
export function deviceOf(userAgent: string, touchPoints: number): Device {
  if (/android/i.test(userAgent)) return 'android'
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'ios'
  if (/macintosh/i.test(userAgent)) return touchPoints > 1 ? 'ios' : 'mac'
  if (/windows/i.test(userAgent)) return 'windows'
  return 'other'
}

export const device = deviceOf(navigator.userAgent, navigator.maxTouchPoints)
