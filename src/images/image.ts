/** A public image, which we made from an upload. */
export interface Image {
  publisherId: number
  id: string
  contentType: string
  bytes: Uint8Array
}

/** The public URL of an image; its content never changes. */
export function imageUrl(publicUrl: string, { id }: Pick<Image, 'id'>): string {
  return `${publicUrl}/logo/${id}.png`
}
