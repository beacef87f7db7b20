/** A picture that anybody may see by its id, made by ourselves of what somebody gave. */
export interface Image {
  publisherId: number
  id: string
  contentType: string
  bytes: Uint8Array
}

/** Where an image is shown; what is there never changes. */
export function imageUrl(publicUrl: string, { id }: Pick<Image, 'id'>): string {
  return `${publicUrl}/logo/${id}.png`
}
